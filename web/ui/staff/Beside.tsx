import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Row } from '../layout.tsx'
import { useBackCloses } from '../useBackCloses.ts'
import { useDialogStack } from '../useDialogStack.ts'
import classes from './Beside.module.css'

/** A rectangle of the screen, in CSS pixels. */
export type Spot = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

interface BesideProps {
  /** What it stands beside. */
  at: Spot
  /** Its accessible name. */
  label: string
  /** In its head, beside Close. */
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Pixels between it and what it stands beside, and between it and the edges of the screen. */
const GAP = 10
const MARGIN = 8

/**
 * What can be done with something of a grid, beside it with an arrow to it; a sheet at the foot of a phone. The focus starts at
 * `data-autofocus`, else on the first button below the head, stays inside, and goes back. Plain elements and no library: it is
 * there within the frame of its press.
 */
export function Beside({ at, label, title, onClose, children }: BesideProps) {
  const box = useRef<HTMLDivElement>(null)
  const isSheet = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  const { isTopmost } = useDialogStack(true, onClose, false)
  useBackCloses(isSheet, onClose, isTopmost)
  const arrow = useRef<HTMLSpanElement>(null)
  usePlace(box, arrow, isSheet ? null : at)
  useHeldFocus(box)
  const onPress = useEffectEvent(({ target }: PointerEvent) => {
    const isOutside = target instanceof Element && !box.current?.contains(target)
    if (isOutside && isTopmost() && !target.closest('[role="status"], [role="alert"]')) onClose()
  })
  useEffect(() => {
    const listener = (event: PointerEvent) => onPress(event)
    document.addEventListener('pointerdown', listener, { capture: true })
    return () => document.removeEventListener('pointerdown', listener, { capture: true })
  }, [])
  return createPortal(
    <>
      {isSheet && <div className={classes.shade} />}
      <div
        ref={box}
        role="dialog"
        aria-label={label}
        aria-modal={isSheet || undefined}
        tabIndex={-1}
        className={classes.box}
        data-sheet={isSheet || undefined}
        onKeyDown={(event) => keepInside(event, box.current)}
      >
        <span ref={arrow} className={classes.arrow} aria-hidden />
        <Row gap={8} nowrap apart className={classes.head}>
          {title}
          <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
            <IconX size={20} aria-hidden />
          </button>
        </Row>
        <div className={classes.content}>{children}</div>
      </div>
    </>,
    document.body,
  )
}

type Part = { readonly current: HTMLElement | null }

/**
 * Beside it where there is room, else below or above, and always on the screen. Both are moved by `translate`, which lays
 * nothing out again.
 */
function usePlace(box: Part, arrow: Part, at: Spot | null) {
  const [left, top, right, bottom] = at ? [at.left, at.top, at.right, at.bottom] : []
  useLayoutEffect(() => {
    const { current } = box
    if (!current || left === undefined || top === undefined || right === undefined || bottom === undefined)
      return
    const place = () => {
      const { offsetWidth: width, offsetHeight: height } = current
      const isAfter = right + GAP + width <= innerWidth - MARGIN
      const isBefore = !isAfter && left - GAP - width >= MARGIN
      const isBelow = bottom + GAP + height <= innerHeight - MARGIN
      const middle = (top + bottom) / 2
      const x = isAfter ? right + GAP : isBefore ? left - GAP - width : left
      const y = isAfter || isBefore ? middle - height / 2 : isBelow ? bottom + GAP : top - GAP - height
      const shownY = within(y, innerHeight - height)
      current.style.translate = `${within(x, innerWidth - width)}px ${shownY}px`
      if (!arrow.current) return
      arrow.current.style.translate = `0 ${Math.max(20, Math.min(height - 20, middle - shownY))}px`
      arrow.current.dataset.side = isAfter ? 'after' : isBefore ? 'before' : 'over'
    }
    place()
    const watch = new ResizeObserver(place)
    watch.observe(current)
    addEventListener('resize', place)
    return () => {
      watch.disconnect()
      removeEventListener('resize', place)
    }
  }, [box, arrow, left, top, right, bottom])
}

/** In whole pixels: text between two is blurred. */
const within = (value: number, most: number): number =>
  Math.round(Math.max(MARGIN, Math.min(most - MARGIN, value)))

const STOPS = 'button:not(:disabled), a[href], input:not(:disabled), select, [tabindex="0"]'

function useHeldFocus(box: { readonly current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const opener = document.activeElement
    const { current } = box
    const first =
      current?.querySelector<HTMLElement>('[data-autofocus]') ??
      [...(current?.querySelectorAll<HTMLElement>(STOPS) ?? [])][1]
    ;(first ?? current)?.focus({ preventScroll: true })
    return () => {
      const isLost = document.activeElement === document.body || current?.contains(document.activeElement)
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [box])
}

/** Tab goes around inside. */
function keepInside(event: KeyboardEvent, box: HTMLElement | null) {
  if (event.key !== 'Tab' || !box) return
  const stops = [...box.querySelectorAll<HTMLElement>(STOPS)].filter((one) => one.tabIndex >= 0)
  const [first, last] = [stops[0], stops.at(-1)]
  const edge = event.shiftKey ? first : last
  if (document.activeElement !== edge && document.activeElement !== box) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
