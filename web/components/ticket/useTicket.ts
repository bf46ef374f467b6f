import { useRouter } from '@tanstack/react-router'
import { useWhenIdle } from '../../ui/preloadable.tsx'

export type TicketTab = 'bookings' | 'lessons' | 'classes' | 'camps'

/** What has just been done, told above its ticket on one visit. */
export interface Told {
  /** The specification's words, such as 'Payment Successful!'. */
  readonly heading: string
  /** A sentence under it. */
  readonly text: string
  /** What was booked, by the tab of the account that lists it. */
  readonly tab: TicketTab
  readonly ids: readonly string[]
  /** How it was paid by card just now: 'Visa 4242'. */
  readonly card?: string
  readonly receiptUrl?: string | null
  /** Of a guest, who has no account to look it up in. */
  readonly guest?: {
    /** Opens the ticket, whatever becomes of this page. */
    readonly signature: string
    /** What the sign-up form begins with. */
    readonly newcomer: { readonly name: string; readonly phone: string; readonly email: string } | undefined
  }
}

/** What a guest's ticket is opened by: the signature of its calendar file's address. */
export const signatureOf = (calendarUrl: string | null): string =>
  new URLSearchParams(calendarUrl?.split('?')[1]).get('signature') ?? ''

/** Where the person was. */
export type Kept = Told & { readonly from: { readonly pathname: string; readonly search: object } }

/** In memory: a reload, and coming back to the page, tell nothing as new. */
let kept: Kept | null = null

export const toldNow = (): Kept | null => kept

export function forgetTold(told: Kept | null): void {
  if (kept === told) kept = null
}

/** The ticket of one or several things of a tab; `item` as the address has it. */
export const ticketLink = (tab: TicketTab, ids: readonly string[]) => ({
  to: '/ticket' as const,
  search: { tab, item: ids.join(',') || undefined },
})

/** Returns what leaves the page for the ticket of what has just been done on it; the ticket's code is downloaded before. */
export function useTicket(): (told: Told) => void {
  const router = useRouter()
  useWhenIdle(() => void router.loadRouteChunk(router.routesByPath['/ticket']))
  return (told) => {
    const { pathname, search } = router.state.location
    // The time that was chosen is taken now: nobody goes back to it.
    kept = { ...told, from: { pathname, search: { ...search, time: undefined } } }
    // In the hash, which no server and no other page is told.
    const hash = told.guest && `token=${told.guest.signature}`
    void router.navigate({ ...ticketLink(told.tab, told.ids), ...(hash && { hash }), ignoreBlocker: true })
  }
}
