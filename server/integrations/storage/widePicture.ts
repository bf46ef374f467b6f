import { drawnAnew, type PictureFormat, type PictureProblem } from './drawPicture.ts'
import type { FileStorage } from './fileStorage.ts'

/** The widths in which pages show wide pictures (HeroCarousel.tsx, CampPicture.tsx), in pixels. */
const widths = { large: 1600, small: 800 } as const
type Size = keyof typeof widths
const sizes: readonly Size[] = ['large', 'small']

const LEAST_SIDE = 400

/** The folders of wide pictures in the storage; `server/http/files.ts` serves them. */
export type WideFolder = 'carousel' | 'camp-banners'

export interface WidePicture {
  /** Of the large file. */
  readonly width: number
  readonly height: number
  readonly files: readonly { readonly size: Size; readonly bytes: Uint8Array }[]
}

/** An uploaded picture in its own proportions; or what is wrong with it. */
export const widePicture = (
  upload: Uint8Array,
  formats?: readonly PictureFormat[],
): Promise<WidePicture | PictureProblem> =>
  drawnAnew(
    upload,
    {
      leastSide: LEAST_SIDE,
      resize: (picture) =>
        picture.resize(widths.large, widths.large, { fit: 'inside', withoutEnlargement: true }),
      ...(formats && { formats }),
    },
    async ({ width, height, jpeg }) => ({
      width,
      height,
      files: await Promise.all(sizes.map(async (size) => ({ size, bytes: await jpeg(widths[size]) }))),
    }),
  )

/** The name of a picture's file in the storage. */
export const wideFile = (folder: WideFolder, file: string, size: Size): string =>
  `${folder}/${file}${size === 'large' ? '' : `-${widths[size]}`}.jpg`

interface Storing {
  readonly files: FileStorage
  readonly log: { warn(details: object, message: string): void }
}

/** Stores all files of a picture; what was stored of one that cannot be is discarded, and the failure thrown. */
export async function storeWide(
  storing: Storing,
  folder: WideFolder,
  file: string,
  { files }: WidePicture,
): Promise<void> {
  const stored = await Promise.allSettled(
    files.map(({ size, bytes }) => storing.files.put(wideFile(folder, file, size), bytes, 'image/jpeg')),
  )
  const failed = stored.find((result) => result.status === 'rejected')
  if (!failed) return
  await discardWide(storing, folder, file)
  throw failed.reason
}

/** Deletes all files of a picture. A failure is logged and keeps the file: nothing shows it. */
export async function discardWide({ files, log }: Storing, folder: WideFolder, file: string): Promise<void> {
  const names = sizes.map((size) => wideFile(folder, file, size))
  for (const result of await Promise.allSettled(names.map((name) => files.delete(name)))) {
    if (result.status === 'rejected')
      log.warn({ reason: String(result.reason), file }, 'an old picture was not deleted')
  }
}
