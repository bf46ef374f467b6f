import classes from './HeroCarousel.module.css'
import type { HeroPicture } from './heroPictures.ts'

interface Props {
  picture: HeroPicture
  position: string
  first: boolean
  shown: boolean
}

/** The picture fills the hero's height, so on a tall screen it is wider than the screen. */
const sizes = 'max(100vw, 160svh)'

/** One picture. The first is wanted at once; the others wait until the page has what it needs. */
export function HeroSlide({ picture: { name, alt }, position, first, shown }: Props) {
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
        src={`/pictures/${name}.webp`}
        srcSet={`/pictures/${name}-800.webp 800w, /pictures/${name}.webp 1600w`}
        sizes={sizes}
        width={1600}
        height={900}
        alt={alt}
        decoding={first ? 'sync' : 'async'}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'low'}
        draggable={false}
      />
    </div>
  )
}
