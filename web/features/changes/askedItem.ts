import { createContext, useContext } from 'react'

/** What a link into the account names: one thing of a tab, and what to do with it. */
export interface AskedItem {
  readonly id: string
  /** Opens the dialog; without it the card is shown. */
  readonly change: 'move' | 'cancel' | undefined
  /** Takes the change out of the address once its dialog is closed. */
  readonly onDone: () => void
}

/** Null where the address names nothing. */
export const AskedItemContext = createContext<AskedItem | null>(null)

export const useAskedItem = (): AskedItem | null => useContext(AskedItemContext)

/** The id of a card's element in the page. */
export const cardId = (id: string): string => `item-${id}`
