import { Button, FileButton, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Facility } from '../../../../../shared/contract/facility/facility.ts'
import { grounds } from '../../../../../shared/domain/facility/brandColor.ts'
import { MOST_PICTURE_BYTES } from '../../../../../shared/domain/facility/pictureWidths.ts'
import { isRefusal } from '../../../../api/apiError.ts'
import type { AnswerOf } from '../../../../api/call.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { Box, Heading, Panel, Row, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import settingsClasses from '../Settings.module.css'
import { BuildingPicture } from './BuildingPicture.tsx'
import classes from './Look.module.css'

type Ground = 'light' | 'dark'

const TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml'

/** The logo, one for dark grounds where the first does not stand out on them, and the building. Each change shows at once. */
export default function LogoUploads() {
  const { data: facility, error, refetch } = useQuery(facilityQuery)
  if (error && !facility) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!facility) return <Skeleton height={260} role="status" aria-label="Loading the logo" />
  return (
    <div className={classes.logos}>
      <LogoPlace ground="light" title="Logo" facility={facility}>
        On white and light pages, on paper, in the browser’s tab and in shared links.
      </LogoPlace>
      {facility.logo && (
        <LogoPlace ground="dark" title="Logo for Dark Backgrounds" facility={facility}>
          {facility.logo.has_own_dark
            ? 'At the top of your pages and emails, which is navy.'
            : 'The top of your pages and emails is navy. Your logo is on white there. Upload a light one to leave the white out.'}
        </LogoPlace>
      )}
      <BuildingPicture facility={facility} />
    </div>
  )
}

interface LogoPlaceProps {
  ground: Ground
  title: string
  facility: Facility
  children: string
}

function LogoPlace({ ground, title, facility: { logo }, children }: LogoPlaceProps) {
  const own = ground === 'light' || logo?.has_own_dark ? logo?.[ground].src : undefined
  const query = { ground, seen: own ?? '' }
  const forget = useRef<() => void>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const [leaving, setLeaving] = useState<typeof query>()
  const queryClient = useQueryClient()
  // Not read again: the server's copy of the facility may be a moment behind.
  const show = ({ logo: next }: AnswerOf<'POST /api/settings/logo'>) =>
    void queryClient.setQueryData(
      facilityQuery.queryKey,
      (known) => known && { ...known, logo: next ?? undefined },
    )
  // It may have failed because of what another admin did.
  const look = () => void queryClient.invalidateQueries({ queryKey: facilityQuery.queryKey })
  const upload = useAttempt({
    send: (chosen: File, once) => {
      // What it is, the server tells by its content.
      const type = TYPES.includes(chosen.type) ? chosen.type : 'image/png'
      const { name, lastModified } = chosen
      return once('POST /api/settings/logo', query, new File([chosen], name, { type, lastModified }))
    },
  })
  async function send(file: File) {
    const outcome = await upload.attempt(file)
    if (outcome && 'answer' in outcome) show(outcome.answer)
    else look()
  }
  const change = logo && own ? 'Replace' : 'Upload'
  return (
    <Panel padded className={classes.place} aria-label={title}>
      <Row gap="md" className={classes.pane} style={{ background: grounds[ground] }}>
        {logo ? (
          <img src={logo[ground].src} alt={`Your logo on a ${ground} ground`} />
        ) : (
          <span>No logo yet</span>
        )}
      </Row>
      <Heading as="h3" above="md" className={settingsClasses.subheading}>
        {title}
      </Heading>
      <p className={settingsClasses.none}>
        {children} PNG, JPEG, WebP or SVG, at most 10 MB, any shape. In an SVG, make text outlines first.
      </p>
      <Box below="sm" className={settingsClasses.actions}>
        <FileButton
          accept={TYPES}
          resetRef={forget}
          onChange={(file) => {
            // The same file can be chosen again.
            forget.current?.()
            setTooLarge(file !== null && file.size > MOST_PICTURE_BYTES)
            upload.forgetError()
            if (file && file.size <= MOST_PICTURE_BYTES) void send(file)
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={upload.isPending}
              aria-label={`${change}: ${title}`}
            >
              {change}…
            </Button>
          )}
        </FileButton>
        {own && (
          <Button
            variant="subtle"
            disabled={upload.isPending}
            aria-label={`Delete: ${title}`}
            onClick={() => setLeaving(query)}
          >
            Delete
          </Button>
        )}
      </Box>
      {tooLarge && (
        <Text tone="problem" role="alert">
          That file has more than 10 MB. Please choose a smaller one.
        </Text>
      )}
      <AttemptError error={upload.error} button={change} />
      {upload.error && isRefusal(upload.error, 'logo_changed') && (
        <Text tone="problem">You see theirs above.</Text>
      )}
      <ConfirmAction
        of={leaving}
        onClose={() => setLeaving(undefined)}
        asks={{
          title: 'Delete this logo?',
          text:
            ground === 'dark'
              ? 'Dark grounds show your other logo, on white.'
              : 'Your pages, emails and printouts show your name instead.',
          label: 'Delete Logo',
        }}
        send={(of, once) => once('DELETE /api/settings/logo', of)}
        onDone={show}
        onRefused={look}
      />
    </Panel>
  )
}
