import { squareWidths } from '../../../shared/domain/facility/pictureWidths.ts'
import { type PictureProblem, reencodePicture } from './drawPicture.ts'

/** One file of a square picture. */
interface SquareFile {
  readonly width: (typeof squareWidths)[number]
  readonly format: 'jpg' | 'avif'
}
export interface SquarePicture extends SquareFile {
  readonly bytes: Uint8Array
}

/** Every width as JPEG and as AVIF. */
export const squareFiles: readonly SquareFile[] = squareWidths.flatMap((width) => [
  { width, format: 'jpg' },
  { width, format: 'avif' },
])

const LEAST_SIDE = 100
const AVIF_QUALITY = 50

/**
 * An uploaded picture cut square.
 *
 * @returns the picture in each of `squareFiles`, or what is wrong with it.
 */
export const squarePicture = (upload: Uint8Array): Promise<SquarePicture[] | PictureProblem> =>
  reencodePicture(
    upload,
    {
      leastSide: LEAST_SIDE,
      resize(picture, least) {
        const side = Math.min(least, Math.max(...squareWidths))
        return picture.resize(side, side, { fit: 'cover' })
      },
    },
    async ({ jpeg, avif }) => {
      const pictures: SquarePicture[] = []
      // One after the other: an encoder uses every core that it finds.
      for (const { width, format } of squareFiles) {
        const bytes = await (format === 'jpg' ? jpeg(width) : avif(width, AVIF_QUALITY))
        pictures.push({ width, format, bytes })
      }
      return pictures
    },
  )
