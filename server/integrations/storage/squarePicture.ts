import { pictureWidths } from '../../../shared/domain/pictureWidths.ts'
import { type PictureProblem, reencodePicture } from './drawPicture.ts'

/** One square JPEG. */
export interface SquarePicture {
  readonly width: (typeof pictureWidths)[number]
  readonly bytes: Uint8Array
}

const LEAST_SIDE = 100

/**
 * An uploaded picture as square JPEGs.
 *
 * @returns the picture in every width of `pictureWidths`, or what is wrong with it.
 */
export const squarePicture = (upload: Uint8Array): Promise<SquarePicture[] | PictureProblem> =>
  reencodePicture(
    upload,
    {
      leastSide: LEAST_SIDE,
      resize(picture, least) {
        const side = Math.min(least, Math.max(...pictureWidths))
        return picture.resize(side, side, { fit: 'cover' })
      },
    },
    ({ jpeg }) => Promise.all(pictureWidths.map(async (width) => ({ width, bytes: await jpeg(width) }))),
  )
