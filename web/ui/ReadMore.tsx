import { useEffect, useRef, useState } from 'react'
import classes from './ReadMore.module.css'

/** A text that begins with its first lines; where it has more, a button shows the rest. */
export function ReadMore({ text, className = '' }: { text: string; className?: string | undefined }) {
  const shown = useRef<HTMLParagraphElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const { current } = shown
    if (!current || isOpen) return
    const sizes = new ResizeObserver(() => setLong(current.scrollHeight > current.clientHeight))
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [isOpen])
  return (
    <div className={className}>
      <p ref={shown} className={classes.text} data-cut={!isOpen || undefined}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show Less' : 'Read More'}
        </button>
      )}
    </div>
  )
}
