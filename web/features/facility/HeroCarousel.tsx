import { useDocumentVisibility, useReducedMotion } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { EmblaCarouselType } from 'embla-carousel'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'
import type { CarouselPicture } from '../../../shared/contract/carousel.ts'
import classes from './HeroCarousel.module.css'

/** The carousel shows the next picture every 5 s (spec 1 §9). */
const advanceEvery = 5_000

type HeroPicture = Omit<CarouselPicture, 'id'>

/** The five pictures of spec 1 §2.3, for a facility that has uploaded none. */
const ownPictures: readonly HeroPicture[] = [
  { name: 'hero-1', alt: 'Looking down a batting cage at a pitching machine that has just thrown a ball' },
  { name: 'hero-2', alt: 'A baseball with red stitching lying in the grass at night' },
  { name: 'hero-3', alt: 'Bats and helmets on the rack of a dugout' },
  { name: 'hero-4', alt: 'An infield under floodlights at dusk, seen from home plate' },
  { name: 'hero-5', alt: 'A player with a ponytail hitting a ball inside the cage' },
].map(({ name, alt }) => ({
  url: `/pictures/${name}.webp`,
  small_url: `/pictures/${name}-800.webp`,
  width: 1600,
  height: 900,
  alt,
}))

interface HeroCarouselProps {
  held: boolean
  /** What the facility has uploaded. */
  pictures?: readonly HeroPicture[] | undefined
}

/**
 * The pictures behind the hero's text (spec 1 §2.3). They stand still while `held` (the pointer or the focus is in the
 * hero), when the person has paused them, and from the start for people who prefer less motion (WCAG 2.2.2).
 */
export function HeroCarousel({ held, pictures = ownPictures }: HeroCarouselProps) {
  const calm = useReducedMotion()
  const [viewport, carousel] = useEmblaCarousel({ loop: true, duration: 32 })
  const [selected, setSelected] = useState(0)
  const [wanted, setWanted] = useState<boolean>()
  const playing = wanted ?? !calm
  const visible = useDocumentVisibility() === 'visible'
  useAutoAdvance(carousel, playing && visible && !held)

  useEffect(() => {
    if (!carousel) return
    const onSelect = () => setSelected(carousel.selectedScrollSnap())
    carousel.on('select', onSelect)
    return () => {
      carousel.off('select', onSelect)
    }
  }, [carousel])

  return (
    <section
      className={classes.carousel}
      aria-roledescription="carousel"
      aria-label="Pictures of the facility"
    >
      <HeroControls
        count={pictures.length}
        selected={selected}
        playing={playing}
        onPrevious={() => carousel?.scrollPrev(calm)}
        onNext={() => carousel?.scrollNext(calm)}
        onSelect={(index) => carousel?.scrollTo(index, calm)}
        onTogglePlaying={() => setWanted(!playing)}
      />
      <div ref={viewport} className={classes.viewport}>
        <div className={classes.slides} aria-live={playing ? 'off' : 'polite'}>
          {pictures.map((picture, index) => (
            <HeroSlide
              key={picture.url}
              picture={picture}
              position={`${index + 1} of ${pictures.length}`}
              first={index === 0}
              shown={index === selected}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

/** Advances while `running`; a picture that the person turned to is shown for the full time too. */
function useAutoAdvance(carousel: EmblaCarouselType | undefined, running: boolean): void {
  useEffect(() => {
    if (!carousel || !running) return
    let timer = setTimeout(advance, advanceEvery)

    function advance() {
      carousel?.scrollNext()
    }
    function restart() {
      clearTimeout(timer)
      timer = setTimeout(advance, advanceEvery)
    }

    carousel.on('select', restart)
    return () => {
      clearTimeout(timer)
      carousel.off('select', restart)
    }
  }, [carousel, running])
}

interface ControlsProps {
  count: number
  selected: number
  playing: boolean
  onPrevious: () => void
  onNext: () => void
  onSelect: (index: number) => void
  onTogglePlaying: () => void
}

/** Previous, position dots, next, and the button that stops the movement. */
function HeroControls({ count, selected, playing, ...on }: ControlsProps) {
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

interface SlideProps {
  picture: HeroPicture
  position: string
  first: boolean
  shown: boolean
}

/** The picture fills the hero's height, so on a tall screen it is wider than the screen. */
const sizes = 'max(100vw, 160svh)'

/** One picture. The first is wanted at once; the others wait until the page has what it needs. */
function HeroSlide({ picture, position, first, shown }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the WAI-ARIA carousel pattern asks for this role, not for a fieldset
    <div
      className={classes.slide}
      role="group"
      aria-roledescription="slide"
      aria-label={position}
      aria-hidden={!shown}
    >
      <img
        src={picture.url}
        srcSet={`${picture.small_url} ${Math.min(800, picture.width)}w, ${picture.url} ${picture.width}w`}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        decoding={first ? 'sync' : 'async'}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'low'}
        draggable={false}
      />
    </div>
  )
}
