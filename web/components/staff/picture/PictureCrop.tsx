import { Actions, Row, Stack, Text } from '../../../ui/layout.tsx'
import 'react-image-crop/dist/ReactCrop.css'
import { Button, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { centerCrop, convertToPixelCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { useObjectUrl } from '../../../ui/useObjectUrl.ts'
import type { CropShape } from './cropShapes.ts'
import classes from './PictureCrop.module.css'

interface PictureCropProps {
  file: File
  shape: CropShape
  /** Gets the part that was chosen, as a JPEG under a name that no other has. */
  onDone: (picture: File) => void
  onCancel: () => void
}

/** Percent of the picture's width that is chosen at first (spec 3 §2). */
const INITIAL_WIDTH = 90
const JPEG_QUALITY = 0.95
/** Percent of the picture that one press of a button moves the part. */
const STEP = 5
/** The narrowest part on the screen, in CSS pixels. */
const LEAST_WIDTH = 32

/** A part of the picture, and how wide one may be: of the picture's width, in percent. */
interface Chosen {
  readonly crop: PercentCrop
  readonly least: number
  readonly most: number
}

/**
 * Chooses the part of a picture that is shown. The library moves it by 1 pixel with an arrow key, by 10 with
 * Shift and by 100 with Ctrl or ⌘ (spec 3 §2). Buttons and slider are for those who cannot drag (WCAG 2.5.7).
 */
export default function PictureCrop({ file, shape, onDone, onCancel }: PictureCropProps) {
  const { marked } = shape
  const image = useRef<HTMLImageElement>(null)
  const url = useObjectUrl(file)
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<Error>()
  const part = shape.isRound ? 'circle' : 'frame'
  const adjust = (change: Adjustment) => chosen && setChosen({ ...chosen, crop: adjusted(chosen, change) })

  async function finish() {
    if (!image.current || !chosen) return
    try {
      onDone(await cut(image.current, chosen.crop, shape))
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return (
    <Stack gap="sm">
      {problem && <ErrorAlert error={problem} text={problem.message} />}
      {url && !problem ? (
        <ReactCrop
          {...(chosen ? { crop: chosen.crop, minWidth: pixels(chosen.least, image.current) } : {})}
          onChange={(_, crop) => chosen && setChosen({ ...chosen, crop })}
          aspect={shape.aspect}
          circularCrop={shape.isRound}
          keepSelection
          className={classes.area ?? ''}
          ariaLabels={labels}
          {...(marked && { renderSelectionAddon: () => <Mark {...marked} /> })}
        >
          <img
            ref={image}
            src={url}
            alt="To be cropped"
            onLoad={({ currentTarget }) => setChosen(firstOf(currentTarget, shape))}
            onError={() => setProblem(new Error('That picture cannot be read. Please choose another one.'))}
          />
        </ReactCrop>
      ) : (
        !problem && <Skeleton height="20rem" />
      )}
      <Row as="fieldset" align="stretch" className={classes.adjust} disabled={!chosen}>
        <Text as="legend" tone="dim" size="md">
          Adjust the {shape.isRound ? 'Circle' : 'Frame'}
        </Text>
        {moves.map(({ label, Icon, ...move }) => (
          <Button key={label} variant="default" aria-label={label} onClick={() => adjust(move)}>
            <Icon size={20} aria-hidden />
          </Button>
        ))}
        <label className={classes.size}>
          Size
          <input
            type="range"
            min={chosen?.least ?? 0}
            max={chosen?.most ?? 100}
            step="any"
            value={chosen?.crop.width ?? 0}
            aria-valuetext={`${Math.round(chosen?.crop.width ?? 0)} % of the picture’s width`}
            onChange={({ currentTarget }) => adjust({ width: currentTarget.valueAsNumber })}
          />
        </label>
      </Row>
      <Text tone="dim" size="md">
        Or drag the {part} or its corners. With the keyboard: arrow keys move it by 1 pixel, with Shift by 10,
        with Ctrl or ⌘ by 100.{marked && ` ${marked.note}`}
      </Text>
      <Actions>
        <Button color="stitch.6" disabled={!chosen} onClick={() => void finish()}>
          Use Picture
        </Button>
        <Button variant="default" onClick={onCancel}>
          Back
        </Button>
      </Actions>
    </Stack>
  )
}

/** The part of the frame that narrow screens show. */
const Mark = ({ left, width }: { left: number; width: number }) => (
  <span className={classes.mark} style={{ insetInlineStart: `${left}%`, width: `${width}%` }} />
)

interface Adjustment {
  /** Percent of the picture. */
  readonly right?: number
  readonly down?: number
  readonly width?: number
}

const moves: readonly (Adjustment & { label: string; Icon: typeof IconArrowUp })[] = [
  { label: 'Move left', Icon: IconArrowLeft, right: -STEP },
  { label: 'Move right', Icon: IconArrowRight, right: STEP },
  { label: 'Move up', Icon: IconArrowUp, down: -STEP },
  { label: 'Move down', Icon: IconArrowDown, down: STEP },
]

/** Moves the part, or scales it about its middle; within the picture. */
function adjusted(
  { crop, least, most }: Chosen,
  { right = 0, down = 0, width: wanted }: Adjustment,
): PercentCrop {
  const width = Math.min(Math.max(wanted ?? crop.width, least), most)
  const height = (crop.height * width) / crop.width
  const within = (start: number, size: number) => Math.min(Math.max(0, start), 100 - size)
  return {
    ...{ unit: '%', width, height },
    x: within(crop.x + right + (crop.width - width) / 2, width),
    y: within(crop.y + down + (crop.height - height) / 2, height),
  }
}

const labels = {
  cropArea: 'The part that is shown. Use the arrow keys to move it',
  nwDragHandle: 'Use the arrow keys to move the upper left corner',
  nDragHandle: 'Use the arrow keys to move the upper edge',
  neDragHandle: 'Use the arrow keys to move the upper right corner',
  eDragHandle: 'Use the arrow keys to move the right edge',
  seDragHandle: 'Use the arrow keys to move the lower right corner',
  sDragHandle: 'Use the arrow keys to move the lower edge',
  swDragHandle: 'Use the arrow keys to move the lower left corner',
  wDragHandle: 'Use the arrow keys to move the left edge',
}

const pixels = (percent: number, image: HTMLImageElement | null): number =>
  (percent * (image?.width ?? 0)) / 100

/** In the middle; a picture of another shape has no room for 90 % of its width, so its height counts. */
function firstOf(
  { width, height, naturalWidth }: HTMLImageElement,
  { aspect, leastWidth }: CropShape,
): Chosen {
  const most = Math.min(100, (100 * aspect * height) / width)
  const least = Math.min(most, Math.max((100 * LEAST_WIDTH) / width, (100 * leastWidth) / naturalWidth))
  const share = Math.max(least, Math.min(INITIAL_WIDTH, (INITIAL_WIDTH * height * aspect) / width))
  const crop = makeAspectCrop({ unit: '%', width: share }, aspect, width, height)
  return { crop: centerCrop(crop, width, height), least, most }
}

async function cut(
  image: HTMLImageElement,
  crop: PercentCrop,
  { aspect, mostWidth }: CropShape,
): Promise<File> {
  const part = convertToPixelCrop(crop, image.naturalWidth, image.naturalHeight)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(Math.min(Math.max(part.width, 100), mostWidth))
  canvas.height = Math.round(canvas.width / aspect)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('This browser cannot crop pictures.')
  // Beneath a transparent picture; a JPEG would have black there.
  drawing.fillStyle = '#f6f4ee'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY))
  if (!blob) throw new Error('That picture is too large for this browser. Please choose a smaller one.')
  // A fixed date: the same picture, sent again, is the same content.
  return new File([blob], crypto.randomUUID(), { type: blob.type, lastModified: 0 })
}
