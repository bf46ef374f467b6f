import { type ReactNode, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'

interface AfterPaintProps {
  /** About that of the children, as a CSS length, so that what is around them hardly moves when they come. */
  height: string
  children: ReactNode
}

/**
 * What takes long to draw, in the frame after the one that answers a press. The focus goes to its `data-autofocus`. A key that
 * is pressed before that draws it at once, and so is typed into the field with the focus.
 */
export function AfterPaint({ height, children }: AfterPaintProps) {
  const [isDrawn, draw] = useReducer(() => true, false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isDrawn) return
    let timer: number | undefined
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(draw)
    })
    const drawNow = ({ key }: KeyboardEvent) => key !== 'Escape' && flushSync(draw)
    document.addEventListener('keydown', drawNow, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      window.clearTimeout(timer)
      document.removeEventListener('keydown', drawNow, { capture: true })
    }
  }, [isDrawn])
  useLayoutEffect(() => {
    if (isDrawn) box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [isDrawn])
  return (
    <div ref={box}>
      {isDrawn ? children : <div data-autofocus tabIndex={-1} style={{ height, outline: 'none' }} />}
    </div>
  )
}
