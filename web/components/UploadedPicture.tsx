import type { ComponentProps } from 'react'
import { type PictureWidths, pictureSources } from '../../shared/domain/facility/pictureWidths.ts'

interface UploadedPictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet'> {
  url: string
  widths: PictureWidths
  alt: string
  /** How wide it is shown, for the browser's choice among widths. */
  sizes: string
}

/** A picture that someone uploaded: AVIF where it is stored so and the browser takes it, else JPEG. */
export function UploadedPicture({ url, widths, alt, sizes, ...img }: UploadedPictureProps) {
  const { jpeg, avif } = pictureSources(url, widths)
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img {...img} src={url} srcSet={jpeg} sizes={sizes} alt={alt} decoding="async" />
    </picture>
  )
}
