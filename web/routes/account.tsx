import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageTitles } from '../../shared/domain/pageTitles.ts'
import { customerBookingsQuery } from '../api/queries/bookings.ts'
import { myLessonsQuery } from '../api/queries/lessons.ts'
import { loadSession } from '../api/session.ts'
import { MyBookings } from '../features/bookings/MyBookings.tsx'

/** The customer's own pages; whoever is signed out goes to /auth (spec 1 §2.1). */
export const Route = createFileRoute('/account')({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const { status } = await loadSession(queryClient)
    if (status === 'signed-out') {
      throw redirect({ to: '/auth' as string, search: { mode: 'login', redirect: location.href } })
    }
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(customerBookingsQuery)
    void queryClient.prefetchQuery(myLessonsQuery)
  },
  component: MyBookings,
  staticData: { title: pageTitles['/account'] },
})
