import type { OverlayOptions, Sharp } from 'sharp'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { StoredLogo } from '../../db/tables/facility.ts'
import { type PictureProblem, reencodePicture } from './drawPicture.ts'
import type { FileStorage } from './fileStorage.ts'

/**
 * The files of a logo, by what follows its name: itself; on a white plate, for dark grounds; for the browser's tab, for the home
 * screen of a phone, and for shared links (1200 × 630 pixels, as readers of Open Graph recommend).
 */
export const logoFiles = ['', '-plate', '-icon', '-touch', '-share'] as const
export type LogoFile = (typeof logoFiles)[number]

export interface LogoPicture {
  readonly width: number
  readonly height: number
  readonly files: readonly { readonly ending: LogoFile; readonly bytes: Uint8Array }[]
}

/** Twice as large as it is shown anywhere. */
const LARGEST = { width: 640, height: 240 }
const LEAST_SIDE = 32
const WHITE = '#ffffff'
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }
/** Of the plate, by the height of the logo. */
const plate = { padding: 0.15, radius: 0.2 }

/** An uploaded logo of any shape, without an empty margin, as PNGs; or what is wrong with it. */
export const logoPicture = (upload: Uint8Array): Promise<LogoPicture | PictureProblem> =>
  reencodePicture(
    upload,
    {
      leastSide: LEAST_SIDE,
      formats: ['png', 'jpeg', 'webp', 'svg'],
      keepsAlpha: true,
      // An icon of 180 pixels and a shared picture of 800 are made from it too.
      resize: (picture) => picture.trim().resize(1200, 1200, { fit: 'inside', withoutEnlargement: true }),
    },
    async ({ drawn }) => {
      const logo = await drawn()
        .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer({
          resolveWithObject: true,
        })
      const { width, height } = logo.info
      const png = (picture: Sharp) => picture.png().toBuffer()
      return {
        width,
        height,
        files: [
          { ending: '', bytes: logo.data },
          { ending: '-plate', bytes: await png(onPlate(drawn().resize(width, height), { width, height })) },
          { ending: '-icon', bytes: await png(within(drawn(), 96, 96, 0, CLEAR)) },
          { ending: '-touch', bytes: await png(within(drawn(), 180, 180, 20, WHITE)) },
          { ending: '-share', bytes: await png(within(drawn(), 1200, 630, 150, WHITE)) },
        ],
      }
    },
  )

/** The logo in the middle of a picture, `margin` pixels from its nearest edges. */
function within(
  logo: Sharp,
  width: number,
  height: number,
  margin: number,
  background: typeof CLEAR | string,
): Sharp {
  const inner = logo.resize(width - 2 * margin, height - 2 * margin, { fit: 'contain', background })
  const sides = { top: margin, bottom: margin, left: margin, right: margin }
  return background === WHITE
    ? inner.flatten({ background }).extend({ ...sides, background })
    : inner.extend({ ...sides, background })
}

const paddingOf = ({ height }: { height: number }): number => Math.ceil(height * plate.padding)

function onPlate(logo: Sharp, size: { width: number; height: number }): Sharp {
  const padding = paddingOf(size)
  const [width, height] = [size.width + 2 * padding, size.height + 2 * padding]
  const radius = Math.round(height * plate.radius)
  const corners = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${radius}"/></svg>`
  const rounded: OverlayOptions = { input: Buffer.from(corners), blend: 'dest-in' }
  return logo
    .flatten({ background: WHITE })
    .extend({ top: padding, bottom: padding, left: padding, right: padding, background: WHITE })
    .ensureAlpha()
    .composite([rounded])
}

/** The name of a logo's file in the storage. */
export const logoFile = (file: string, ending: LogoFile): string => `logos/${file}${ending}.png`

/** Stores all files of a logo; throws where one cannot be. */
export async function storeLogo(files: FileStorage, file: string, logo: LogoPicture): Promise<void> {
  for (const { ending, bytes } of logo.files) await files.put(logoFile(file, ending), bytes, 'image/png')
}

/** The logo on light and on dark grounds. */
export function shownLogo(logo: StoredLogo, dark: StoredLogo | null): NonNullable<Facility['logo']> {
  const padding = paddingOf(logo)
  const picture = ({ file, width, height }: StoredLogo, ending: LogoFile = '') => ({
    src: `/files/${logoFile(file, ending)}`,
    ...{ width, height },
  })
  const plated = { ...logo, width: logo.width + 2 * padding, height: logo.height + 2 * padding }
  return {
    light: picture(logo),
    dark: dark ? picture(dark) : picture(plated, '-plate'),
    has_own_dark: dark !== null,
  }
}
