import { hydration } from '../ui/hydration.ts'

type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** How a request to the API travels: over the network, or on the server straight to the handlers (web/server.tsx). */
export const transport: { isNetwork: boolean; send: Send } = {
  isNetwork: true,
  send: async (input, init) => {
    try {
      return await fetch(input, init)
    } finally {
      // A failure changes the page as an answer does.
      if (!hydration.done) await hydration.finished
    }
  },
}
