import { Button, FileButton } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { mostBannerBytes } from '../../../../shared/domain/programs/campFields.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { CampPicture } from '../CampPicture.tsx'
import { CampErrorDialog } from './CampErrorDialog.tsx'
import classes from './CampForm.module.css'
import type { CampValues } from './campForm.ts'

const NOT_AN_IMAGE = 'Please select an image file (JPG, PNG, GIF)'
const TOO_LARGE = 'Image must be smaller than 5MB'

interface BannerFieldProps {
  values: Pick<CampValues, 'name' | 'focus' | 'banner_url'>
  onChange: (url: string | null) => void
}

/** The picture of the camp's card and page, uploaded at once; without one they show a drawing (spec 3 §5). */
export function BannerField({ values, onChange }: BannerFieldProps) {
  const [problem, setProblem] = useState<string>()
  const [failed, setFailed] = useState<{ file: File; error: Error }>()
  const forget = useRef<() => void>(null)
  const upload = useAttempt({ send: (file: File, once) => once('POST /api/admin/camp-banner', {}, file) })

  async function choose(file: File | null) {
    // The same file can be chosen again.
    forget.current?.()
    setFailed(undefined)
    setProblem(undefined)
    if (!file) return
    if (!file.type.startsWith('image/')) return setProblem(NOT_AN_IMAGE)
    if (file.size > mostBannerBytes) return setProblem(TOO_LARGE)
    const outcome = await upload.attempt(file)
    if (!outcome) return
    if ('answer' in outcome) onChange(outcome.answer.url)
    else setFailed({ file, error: outcome.error instanceof Error ? outcome.error : new Error(NOT_AN_IMAGE) })
  }

  return (
    <Stack as="fieldset" gap="sm" className={classes.section}>
      <legend>Banner</legend>
      <CampPicture camp={values} sizes="(width >= 52em) 24rem, 100vw" className={classes.banner} />
      <Text tone="dim">A wide photo of 1600 pixels or more looks best. JPG, PNG or GIF, up to 5 MB.</Text>
      <Row align="stretch" className={classes.inline}>
        <FileButton
          accept="image/jpeg,image/png,image/gif"
          onChange={(file) => void choose(file)}
          resetRef={forget}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={upload.isPending}
              leftSection={<IconUpload size={20} aria-hidden />}
            >
              {values.banner_url ? 'Replace Banner' : 'Upload Banner'}
            </Button>
          )}
        </FileButton>
        {values.banner_url && (
          <Button
            variant="default"
            leftSection={<IconTrash size={20} aria-hidden />}
            onClick={() => onChange(null)}
          >
            Remove Banner
          </Button>
        )}
      </Row>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <CampErrorDialog
        error={failed?.error}
        failure="Failed to upload image: "
        onClose={() => setFailed(undefined)}
        onRetry={() => void choose(failed?.file ?? null)}
      />
    </Stack>
  )
}
