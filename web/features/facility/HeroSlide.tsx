import type { CarouselPicture } from '../../../shared/contract/facility/carousel.ts'
import classes from './HeroCarousel.module.css'

/** A picture of the facility, or of those that come with Dugout (tools/pictures.mjs). */
export type HeroPicture = Omit<CarouselPicture, 'id'>

interface SlideProps {
  picture: HeroPicture
  position: string
  first: boolean
  /** Whether the picture is to be loaded: all but the first wait until the page has what it needs. */
  wanted: boolean
  shown: boolean
}

/** One picture of the carousel. */
export function HeroSlide({ picture, position, first, wanted, shown }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the WAI-ARIA carousel pattern asks for this role, not for a fieldset
    <div
      className={classes.slide}
      role="group"
      aria-roledescription="slide"
      aria-label={position}
      aria-hidden={!shown}
    >
      {wanted && <Picture picture={picture} first={first} />}
    </div>
  )
}

/** The picture fills the hero's height, so on a tall screen it is wider than the screen. */
const sizes = 'max(100vw, 160svh)'

/** A screen that shows no more of the picture than the portrait has: 3:4, less what the header takes. */
const upright = '(max-aspect-ratio: 2/3)'

function Picture({ picture, first }: { picture: HeroPicture; first: boolean }) {
  const { url, small_url, width, height, alt, avif } = picture
  return (
    <picture>
      {avif && <source media={upright} type="image/avif" srcSet={avif.portrait} width={675} height={900} />}
      {avif && <source type="image/avif" srcSet={avif.wide} sizes={sizes} />}
      <img
        src={url}
        srcSet={`${small_url} ${Math.min(800, width)}w, ${url} ${width}w`}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        decoding={first ? 'sync' : 'async'}
        fetchPriority={first ? 'high' : 'low'}
        draggable={false}
      />
    </picture>
  )
}
