import { wideWidths } from '../../../shared/domain/facility/pictureWidths.ts'
import { uprightPart } from '../../../shared/domain/facility/uprightPart.ts'
import { type PictureFormat, type PictureProblem, type Pixels, reencodePicture } from './drawPicture.ts'
import { type FileStorage, pictureType } from './fileStorage.ts'

const [small, large] = wideWidths

const wholes = ['.jpg', '-800.jpg', '.avif', '-800.avif'] as const
const endings = [...wholes, '-portrait.avif'] as const
/** What follows a picture's name in the names of its files. */
type Ending = (typeof endings)[number]

const portrait = { ...uprightPart, width: 675 }
const quality = { wide: 50, portrait: 40 }

const LEAST_SIDE = 400

/** The folders of wide pictures in the storage; `server/http/pages/files.ts` serves them. */
export type WideFolder = 'carousel' | 'camp-banners' | 'building'

export interface WidePicture {
  /** Of the large file. */
  readonly width: number
  readonly height: number
  readonly files: readonly { readonly ending: Ending; readonly bytes: Uint8Array }[]
}

interface WideOptions {
  /** What is taken; see `reencodePicture`. */
  readonly formats?: readonly PictureFormat[]
  /** Cuts the part for phones that are held upright too. */
  readonly withPortrait?: boolean
}

/** An uploaded picture in its own proportions; or what is wrong with it. */
export const widePicture = (
  upload: Uint8Array,
  { formats, withPortrait = false }: WideOptions = {},
): Promise<WidePicture | PictureProblem> =>
  reencodePicture(
    upload,
    {
      leastSide: LEAST_SIDE,
      resize: (picture) => picture.resize(large, large, { fit: 'inside', withoutEnlargement: true }),
      ...(formats && { formats }),
    },
    async (pixels) => {
      const { width, height } = pixels
      const files: { ending: Ending; bytes: Uint8Array }[] = []
      // One after the other: an encoder uses every core that it finds.
      for (const ending of withPortrait ? endings : wholes)
        files.push({ ending, bytes: await encoded(pixels, ending) })
      return { width, height, files }
    },
  )

function encoded({ width, height, jpeg, avif }: Pixels, ending: Ending): Promise<Uint8Array> {
  switch (ending) {
    case '.jpg':
      return jpeg(large)
    case '-800.jpg':
      return jpeg(small)
    case '.avif':
      return avif(large, quality.wide)
    case '-800.avif':
      return avif(small, quality.wide)
    case '-portrait.avif': {
      const across = Math.min(width, Math.round(height * portrait.shape))
      const part = { left: Math.round((width - across) * portrait.position), top: 0, width: across, height }
      return avif(portrait.width, quality.portrait, part)
    }
  }
}

/** The name of a picture's file in the storage. */
export const wideFile = (folder: WideFolder, file: string, ending: Ending): string =>
  `${folder}/${file}${ending}`

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
    files.map(({ ending, bytes }) =>
      storing.files.put(wideFile(folder, file, ending), bytes, pictureType(ending)),
    ),
  )
  const failed = stored.find((result) => result.status === 'rejected')
  if (!failed) return
  await discardWide(storing, folder, file)
  throw failed.reason
}

/**
 * Deletes all files that a picture may have. A failure is logged and keeps the file.
 *
 * @returns whether none of them is left.
 */
export async function discardWide(
  { files, log }: Storing,
  folder: WideFolder,
  file: string,
): Promise<boolean> {
  const names = endings.map((ending) => wideFile(folder, file, ending))
  const results = await Promise.allSettled(names.map((name) => files.delete(name)))
  const failed = results.filter(({ status }) => status === 'rejected')
  for (const { reason } of failed as PromiseRejectedResult[])
    log.warn({ reason: String(reason), file }, 'an old picture was not deleted')
  return failed.length === 0
}
