import type { KeyboardEvent } from 'react'

/**
 * For `onKeyDown` of the two buttons of a row, `data-open` and `data-menu`: the arrow keys, Home and End move the focus
 * among the rows (`data-row`) of the list around them (`data-rows`).
 */
export function moveInRows(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, key } = event
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const row = currentTarget.closest('[data-row]')
  const list = currentTarget.closest('[data-rows]')
  if (!row || !list) return
  const next = key === 'ArrowRight' || key === 'ArrowLeft' ? buttonInRow(row, key) : rowAt(list, row, key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

const buttonInRow = (row: Element, key: 'ArrowRight' | 'ArrowLeft'): HTMLElement | null =>
  row.querySelector(key === 'ArrowRight' ? '[data-menu]' : '[data-open]')

function rowAt(list: Element, row: Element, key: string): HTMLElement | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-open]')]
  const at = rows.findIndex((open) => row.contains(open))
  const targets: Record<string, number> = {
    ArrowDown: Math.min(at + 1, rows.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: rows.length - 1,
  }
  const to = targets[key]
  return to === undefined ? undefined : rows[to]
}
