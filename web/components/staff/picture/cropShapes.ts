import { uprightPart } from '../../../../shared/domain/facility/uprightPart.ts'

/** The shape of a part that is cropped. Widths are in pixels of the file. */
export interface CropShape {
  readonly aspect: number
  readonly isRound: boolean
  /** What the server takes at least, as far as the picture has it. */
  readonly leastWidth: number
  /** What is wider is made smaller. */
  readonly mostWidth: number
  /** A part of it that stays on narrow screens, in percent of its width. */
  readonly marked?: { readonly left: number; readonly width: number; readonly note: string }
}

/** The widest that is shown anywhere is 960 pixels; what is cut off may be a little larger. */
export const portraitShape: CropShape = { aspect: 1, isRound: true, leastWidth: 0, mostWidth: 1_200 }

const aspect = 16 / 9
const width = (100 * uprightPart.shape) / aspect

/** Of the pictures that the home page shows behind its first words, as those that come with Dugout. */
export const heroShape: CropShape = {
  ...{ aspect, isRound: false, leastWidth: 400 * aspect, mostWidth: 1_600 },
  marked: {
    ...{ left: (100 - width) * uprightPart.position, width },
    note: 'Phones show what is between the dashed lines.',
  },
}
