/** Uploaded pictures are kept in several widths, so that a phone does not download what a desktop shows. */

/** The largest picture that is taken, in bytes; what the browser crops is far smaller. */
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024

/** In pixels, from the least; the widest has the plain name. */
export const squareWidths = [240, 480, 960] as const
export const wideWidths = [800, 1600] as const
export type PictureWidths = typeof squareWidths | typeof wideWidths

/**
 * The name of a stored picture is the time of its upload: in microseconds since pictures are stored as AVIF too, in
 * milliseconds before (decision record 071).
 */
const stored = /^\/files\/[\w/-]+\/(\d{13}|\d{16})\.jpg$/

/** The name of a picture's file in one width: `….jpg`, or `…-240.jpg`. */
export const pictureOfWidth = (name: string, width: number, widths: PictureWidths): string =>
  width === widths.at(-1) ? name : name.replace(/\.jpg$/, `-${width}.jpg`)

/** The files of a picture for `srcset`, by their format; none for a picture that is somewhere else. */
export function pictureSources(url: string, widths: PictureWidths): { jpeg?: string; avif?: string } {
  const found = stored.exec(url)
  if (!found) return {}
  const jpeg = widths.map((width) => `${pictureOfWidth(url, width, widths)} ${width}w`).join(', ')
  return found[1]?.length === 16 ? { jpeg, avif: jpeg.replaceAll('.jpg', '.avif') } : { jpeg }
}
