import { Stack, Text } from '../../../ui/layout.tsx'
import 'react-image-crop/dist/ReactCrop.css'
import { Button, Skeleton } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { centerCrop, convertToPixelCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop'
import dialogContent from '../../../ui/dialogContent.module.css'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './PictureCrop.module.css'
import type { CroppedPicture } from './usePictureUpload.ts'

interface PictureCropProps {
  file: File
  onDone: (picture: CroppedPicture) => void
  onCancel: () => void
}

/** Percent of the picture's width that is chosen at first (spec 3 §2). */
const INITIAL_WIDTH = 90
const JPEG_QUALITY = 0.95
/** Percent of the picture, or of the circle's size, that one press of a button changes. */
const STEP = 5
/** The smallest circle on the screen, in CSS pixels. */
const LEAST_SIDE = 32
/** The widest that is shown anywhere is 960 pixels; what is cut off may be a little larger. */
const MOST_SIDE = 1_200

/**
 * Chooses the square of a picture that is shown in a circle. The library moves it by 1 pixel with an arrow key, by 10 with
 * Shift and by 100 with Ctrl or ⌘ (spec 3 §2). The buttons are for those who cannot drag (WCAG 2.5.7).
 */
export default function PictureCrop({ file, onDone, onCancel }: PictureCropProps) {
  const image = useRef<HTMLImageElement>(null)
  const [url, setUrl] = useState<string>()
  const [crop, setCrop] = useState<PercentCrop>()
  const [problem, setProblem] = useState<Error>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  async function finish() {
    if (!image.current || !crop) return
    try {
      onDone({ name: crypto.randomUUID(), file: await cut(image.current, crop) })
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return (
    <Stack gap="sm">
      {problem && <ErrorAlert error={problem} text={problem.message} />}
      {url && !problem ? (
        <ReactCrop
          {...(crop ? { crop } : {})}
          onChange={(_, percent) => setCrop(percent)}
          aspect={1}
          circularCrop
          keepSelection
          minWidth={LEAST_SIDE}
          className={classes.area ?? ''}
          ariaLabels={labels}
        >
          <img
            ref={image}
            src={url}
            alt="To be cropped"
            className={classes.image}
            onLoad={({ currentTarget: { width, height } }) => setCrop(firstCrop(width, height))}
            onError={() => setProblem(new Error('That picture cannot be read. Please choose another one.'))}
          />
        </ReactCrop>
      ) : (
        !problem && <Skeleton height="20rem" />
      )}
      <fieldset className={classes.adjust} disabled={!crop}>
        <Text as="legend" tone="dim" size="md">
          Adjust the Circle
        </Text>
        {adjustments.map(({ label, Icon, ...change }) => (
          <Button
            key={label}
            variant="default"
            aria-label={label}
            onClick={() => crop && image.current && setCrop(adjusted(crop, image.current.width, change))}
          >
            <Icon size={20} aria-hidden />
          </Button>
        ))}
      </fieldset>
      <Text tone="dim" size="md">
        Or drag the circle or its corners. With the keyboard: arrow keys move it by 1 pixel, with Shift by 10,
        with Ctrl or ⌘ by 100.
      </Text>
      <div className={dialogContent.buttons}>
        <Button color="stitch.6" disabled={!crop} onClick={() => void finish()}>
          Use Picture
        </Button>
        <Button variant="default" onClick={onCancel}>
          Back
        </Button>
      </div>
    </Stack>
  )
}

interface Adjustment {
  readonly right?: number
  readonly down?: number
  readonly larger?: number
}

const adjustments: readonly (Adjustment & { label: string; Icon: typeof IconZoomIn })[] = [
  { label: 'Move left', Icon: IconArrowLeft, right: -STEP },
  { label: 'Move right', Icon: IconArrowRight, right: STEP },
  { label: 'Move up', Icon: IconArrowUp, down: -STEP },
  { label: 'Move down', Icon: IconArrowDown, down: STEP },
  { label: 'Smaller', Icon: IconZoomOut, larger: -2 * STEP },
  { label: 'Larger', Icon: IconZoomIn, larger: 2 * STEP },
]

/** Moves the crop, or scales it about its middle; within the picture, which is `shownWidth` CSS pixels wide. */
function adjusted(crop: PercentCrop, shownWidth: number, change: Adjustment): PercentCrop {
  const { right = 0, down = 0, larger = 0 } = change
  const least = (100 * LEAST_SIDE) / (shownWidth * crop.width)
  const scale = Math.min(Math.max(1 + larger / 100, least), 100 / crop.width, 100 / crop.height)
  const [width, height] = [crop.width * scale, crop.height * scale]
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

/** A square in the middle; a wide picture has no room for 90 % of its width, so its height counts. */
function firstCrop(width: number, height: number): PercentCrop {
  const share = Math.min(INITIAL_WIDTH, (INITIAL_WIDTH * height) / width)
  return centerCrop(makeAspectCrop({ unit: '%', width: share }, 1, width, height), width, height)
}

async function cut(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  const { x, y, width, height } = convertToPixelCrop(crop, image.naturalWidth, image.naturalHeight)
  const side = Math.round(Math.min(Math.max(width, 100), MOST_SIDE))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('This browser cannot crop pictures.')
  // Beneath a transparent picture; a JPEG would have black there.
  drawing.fillStyle = '#f6f4ee'
  drawing.fillRect(0, 0, side, side)
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(image, x, y, width, height, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY))
  if (!blob) throw new Error('That picture is too large for this browser. Please choose a smaller one.')
  return blob
}
