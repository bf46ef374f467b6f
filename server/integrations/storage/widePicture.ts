import { drawnAnew, type PictureProblem } from './drawPicture.ts'

/** The widths in which the home page shows pictures (HeroCarousel.tsx), in pixels. */
const widths = { large: 1600, small: 800 } as const
type Size = keyof typeof widths
const sizes: readonly Size[] = ['large', 'small']

const LEAST_SIDE = 400

export interface WidePicture {
  /** Of the large file. */
  readonly width: number
  readonly height: number
  readonly files: readonly { readonly size: Size; readonly bytes: Uint8Array }[]
}

/** An uploaded picture for the home page, in its own proportions; or what is wrong with it. */
export const widePicture = (upload: Uint8Array): Promise<WidePicture | PictureProblem> =>
  drawnAnew(
    upload,
    {
      leastSide: LEAST_SIDE,
      resize: (picture) =>
        picture.resize(widths.large, widths.large, { fit: 'inside', withoutEnlargement: true }),
    },
    async ({ width, height, jpeg }) => ({
      width,
      height,
      files: await Promise.all(sizes.map(async (size) => ({ size, bytes: await jpeg(widths[size]) }))),
    }),
  )

/** The name of a picture's file in the storage; `server/http/files.ts` serves it. */
export const carouselFile = (file: string, size: Size): string =>
  `carousel/${file}${size === 'large' ? '' : `-${widths[size]}`}.jpg`

/** All files of a picture. */
export const carouselFiles = (file: string): string[] => sizes.map((size) => carouselFile(file, size))
