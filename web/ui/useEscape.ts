import { useWindowEvent } from '@mantine/hooks'

/** Calls `onEscape` for the Escape key while `active`. */
export function useEscape(active: boolean, onEscape: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (active && event.key === 'Escape') onEscape()
  })
}
