import { toast } from '../../ui/toast.ts'
import { changedMeanwhileText } from './changedMeanwhile.ts'

/** Says why a change of one press was not made, where it has no dialog. */
export function tellProblem(problem: unknown): void {
  const error = problem instanceof Error ? problem : new Error(String(problem))
  toast.error(changedMeanwhileText(error) ?? error.message)
}
