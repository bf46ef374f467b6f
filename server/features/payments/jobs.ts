import type { Context } from '../../context.ts'
import type { Task } from '../../jobs/tasks.ts'
import { reconcileSubscriptions } from '../memberships/reconcile.ts'
import { reconcilePayments } from './reconcile.ts'

/** What has to be asked of the provider again and again. */
export const paymentTasks = (context: Context): readonly Task[] => [
  { name: 'reconcile-payments', cron: '* * * * *', run: () => reconcilePayments(context) },
  { name: 'reconcile-memberships', cron: '* * * * *', run: () => reconcileSubscriptions(context) },
]
