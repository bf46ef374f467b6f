import { isRefusal } from './apiError.ts'

/** How a person proves again who they are: by the code of their second factor, or by the password where there is none. */
export type ProofBy = 'code' | 'password'

/** Asks for the proof; false where the person does not give it. */
export type Prover = (by: ProofBy) => Promise<boolean>

let prover: Prover | undefined

/** Has `prove` ask for proofs from now on; returns the way back. */
export function registerProver(prove: Prover): () => void {
  prover = prove
  return () => {
    if (prover === prove) prover = undefined
  }
}

/** Makes a call; where the server wants a fresh proof first, asks for it and makes the same call again. */
export async function withProof<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!isRefusal(error, 'proof_required') || !(await prover?.((error.details as { by: ProofBy }).by)))
      throw error
    return send()
  }
}
