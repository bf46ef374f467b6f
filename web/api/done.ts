import { problemOf } from './client.ts'

/** Waits for an answer without a body; throws the refusal. */
export async function done(request: Promise<Response>): Promise<void> {
  const response = await request
  if (!response.ok) throw await problemOf(response)
}
