import { useLocation } from '@tanstack/react-router'

/** What is known already of someone who comes to create an account. */
export interface Newcomer {
  name: string
  phone: string
  email: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the sign-up form. Beside the address and not in it, where servers and histories would keep it. */
    newcomer?: Newcomer
  }
}

/** The details that the link to the sign-up form brought along. */
export function useNewcomer(): Newcomer | undefined {
  return useLocation({ select: ({ state }) => state.newcomer })
}
