import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import classes from './HeroControls.module.css'

interface Props {
  count: number
  selected: number
  playing: boolean
  onPrevious: () => void
  onNext: () => void
  onSelect: (index: number) => void
  onTogglePlaying: () => void
}

/** Previous, position dots, next, and the button that stops the movement. */
export function HeroControls({ count, selected, playing, ...on }: Props) {
  return (
    <div className={classes.controls}>
      <button type="button" className={classes.button} aria-label="Previous picture" onClick={on.onPrevious}>
        <IconChevronLeft aria-hidden />
      </button>
      {Array.from({ length: count }, (_, index) => index + 1).map((position) => (
        <button
          key={position}
          type="button"
          className={classes.dot}
          aria-label={`Picture ${position}`}
          aria-current={position === selected + 1}
          onClick={() => on.onSelect(position - 1)}
        />
      ))}
      <button type="button" className={classes.button} aria-label="Next picture" onClick={on.onNext}>
        <IconChevronRight aria-hidden />
      </button>
      <button
        type="button"
        className={classes.button}
        aria-label={playing ? 'Pause pictures' : 'Play pictures'}
        onClick={on.onTogglePlaying}
      >
        {playing ? <IconPlayerPause aria-hidden /> : <IconPlayerPlay aria-hidden />}
      </button>
    </div>
  )
}
