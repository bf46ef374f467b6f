import { useDocumentVisibility, useReducedMotion } from '@mantine/hooks'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'
import classes from './HeroCarousel.module.css'
import { HeroControls } from './HeroControls.tsx'
import { HeroSlide } from './HeroSlide.tsx'
import { heroPictures } from './heroPictures.ts'
import { useAutoAdvance } from './useAutoAdvance.ts'

/**
 * The pictures behind the hero's text (spec 1 §2.3). They stand still while `held` (the pointer or the focus is in the
 * hero), when the person has paused them, and from the start for people who prefer less motion (WCAG 2.2.2).
 */
export function HeroCarousel({ held }: { held: boolean }) {
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
        count={heroPictures.length}
        selected={selected}
        playing={playing}
        onPrevious={() => carousel?.scrollPrev(calm)}
        onNext={() => carousel?.scrollNext(calm)}
        onSelect={(index) => carousel?.scrollTo(index, calm)}
        onTogglePlaying={() => setWanted(!playing)}
      />
      <div ref={viewport} className={classes.viewport}>
        <div className={classes.slides} aria-live={playing ? 'off' : 'polite'}>
          {heroPictures.map((picture, index) => (
            <HeroSlide
              key={picture.name}
              picture={picture}
              position={`${index + 1} of ${heroPictures.length}`}
              first={index === 0}
              shown={index === selected}
            />
          ))}
        </div>
      </div>
    </section>
  )
}
