import type { Problem } from '../../shared/contract/errors.ts'

/** The body of an answer, as the type that the test expects; the assertions do the checking. */
export const bodyOf = async <Body>(answer: Response | Promise<Response>): Promise<Body> =>
  (await (await answer).json()) as Body

/** Status and code of a refusal. */
export const refusalOf = async (response: Response): Promise<[status: number, code: string]> => [
  response.status,
  (await bodyOf<Problem>(response)).code,
]
