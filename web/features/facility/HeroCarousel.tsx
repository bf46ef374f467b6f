import { useDocumentVisibility, useReducedMotion } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { EmblaCarouselType } from 'embla-carousel'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { untilLoaded } from '../../ui/lazyExtra.ts'
import classes from './HeroCarousel.module.css'
import { type HeroPicture, HeroSlide } from './HeroSlide.tsx'

/** The carousel shows the next picture every 5 s (spec 1 §9). */
const advanceEvery = 5_000

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
  avif: {
    portrait: `/pictures/${name}-portrait.avif`,
    wide: `/pictures/${name}-800.avif 800w, /pictures/${name}.avif 1600w`,
  },
  width: 1600,
  height: 900,
  alt,
}))

/** What is done with the carousel when a button is pressed. */
type Turn = (carousel: EmblaCarouselType) => void

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
  const [selected, setSelected] = useState(0)
  const [wanted, setWanted] = useState<boolean>()
  const playing = wanted ?? !calm
  const visible = useDocumentVisibility() === 'visible'
  const [othersWanted, setOthersWanted] = useState(false)
  useOnceLoaded(() => setOthersWanted(true))
  const viewport = useRef<HTMLDivElement>(null)
  const carousel = useCarousel(viewport, othersWanted)
  useAutoAdvance(carousel, playing && visible && !held && othersWanted)

  // A button may be pressed before the carousel is there: it is done then.
  const wish = useRef<Turn>(null)
  const turn = (how: Turn) => {
    setOthersWanted(true)
    if (carousel) how(carousel)
    else wish.current = how
  }

  useEffect(() => {
    if (!carousel) return
    const onSelect = () => setSelected(carousel.selectedScrollSnap())
    carousel.on('select', onSelect)
    wish.current?.(carousel)
    wish.current = null
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
        onPrevious={() => turn((there) => there.scrollPrev(calm))}
        onNext={() => turn((there) => there.scrollNext(calm))}
        onSelect={(index) => turn((there) => there.scrollTo(index, calm))}
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
              wanted={index === 0 || othersWanted}
              shown={index === selected}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

/** What moves the pictures. It is downloaded when the others are `wanted`: the first one needs none of it. */
function useCarousel(
  viewport: RefObject<HTMLDivElement | null>,
  wanted: boolean,
): EmblaCarouselType | undefined {
  const [carousel, setCarousel] = useState<EmblaCarouselType>()
  useEffect(() => {
    if (!wanted) return
    let made: EmblaCarouselType | undefined
    let isOver = false
    void untilLoaded(() => import('embla-carousel')).then(({ default: createCarousel }) => {
      if (isOver || !viewport.current) return
      made = createCarousel(viewport.current, { loop: true, duration: 32 })
      setCarousel(made)
    })
    return () => {
      isOver = true
      made?.destroy()
      setCarousel(undefined)
    }
  }, [viewport, wanted])
  return carousel
}

/** Calls back when everything that the page needs at first has been loaded, at once if it has been. */
function useOnceLoaded(onLoaded: () => void): void {
  const call = useEffectEvent(onLoaded)
  useEffect(() => {
    if (document.readyState === 'complete') {
      call()
      return
    }
    const onLoad = () => call()
    window.addEventListener('load', onLoad)
    return () => window.removeEventListener('load', onLoad)
  }, [])
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
