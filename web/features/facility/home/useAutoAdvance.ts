import type { EmblaCarouselType } from 'embla-carousel'
import { useEffect } from 'react'

/** The carousel shows the next picture every 5 s (spec 1 §9). */
const every = 5_000

/** Advances while `running`; a picture that the person turned to is shown for the full time too. */
export function useAutoAdvance(carousel: EmblaCarouselType | undefined, running: boolean): void {
  useEffect(() => {
    if (!carousel || !running) return
    let timer = setTimeout(advance, every)

    function advance() {
      carousel?.scrollNext()
    }
    function restart() {
      clearTimeout(timer)
      timer = setTimeout(advance, every)
    }

    carousel.on('select', restart)
    return () => {
      clearTimeout(timer)
      carousel.off('select', restart)
    }
  }, [carousel, running])
}
