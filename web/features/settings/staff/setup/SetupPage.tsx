import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { CompleteSettings } from '../../../../../shared/contract/facility/facilitySettings.ts'
import type { OpeningStepKey } from '../../../../../shared/domain/facility/openingSteps.ts'
import { openingQuery } from '../../../../api/queries/opening.ts'
import { facilitySettingsQuery } from '../../../../api/queries/settings.ts'
import { touches } from '../../../../api/touches.ts'
import { useReload } from '../../../../api/useReload.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Box, Panel, Row, Stack, Text } from '../../../../ui/layout.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { StaffPage } from '../../../../ui/staff/StaffPage.tsx'
import { useStepFocus } from '../../../../ui/useStepFocus.ts'
import { CardsSection } from '../CardsSection.tsx'
import { Logo } from '../look/Logo.tsx'
import { useAppliedLook } from '../look/useAppliedLook.ts'
import { MailSection } from '../MailSection.tsx'
import { OpeningPanel } from '../opening/OpeningPanel.tsx'
import { PublicPreview } from './PublicPreview.tsx'
import classes from './Setup.module.css'
import { SetupForm } from './SetupForm.tsx'
import { StepFoot } from './StepFoot.tsx'
import { type SetupStep, setupSteps } from './setupSteps.ts'

const FirstOffers = lazyPart(() => import('./FirstOffers.tsx'))

/** What saves by itself, as in Settings. */
const ready = { cards: CardsSection, mail: MailSection, offers: FirstOffers }

/** `/admin/setup`: the settings that a new facility needs, step by step, beside what customers see of them. */
export function SetupPage({ step }: { step: string | undefined }) {
  const settings = useQuery(facilitySettingsQuery)
  const opening = useQuery(openingQuery)
  const refresh = useReload([...touches.settings, ...touches.opening])
  const error = settings.error ?? opening.error
  const done = opening.data?.steps.filter((each) => each.done).map(({ key }) => key)
  return (
    <StaffPage title="Set Up" refresh={refresh}>
      {settings.data && done ? (
        <Steps settings={settings.data} done={new Set(done)} asked={step} />
      ) : error ? (
        <ErrorAlert
          error={error}
          text={`The settings could not be loaded. ${error.message}`}
          onRetry={refresh.onRefresh}
        />
      ) : (
        <Skeleton height={420} role="status" aria-label="Loading settings" />
      )}
    </StaffPage>
  )
}

interface StepsProps {
  settings: CompleteSettings
  done: ReadonlySet<OpeningStepKey>
  asked: string | undefined
}

/** Without a step in the address the first one that is not done. */
function Steps({ settings, done, asked }: StepsProps) {
  const navigate = useNavigate({ from: '/admin/setup' })
  const [begin] = useState(() => setupSteps.find(({ isDone }) => !isDone(settings, done))?.key)
  const at = Math.max(
    0,
    setupSteps.findIndex(({ key }) => key === (asked ?? begin)),
  )
  const open = setupSteps[at] as SetupStep
  // What is typed, so that the preview follows.
  const [typed, setTyped] = useState<{ in: string; draft: Partial<CompleteSettings> }>()
  const back = setupSteps[at - 1]?.key
  const next = setupSteps[at + 1]?.key
  const Ready = typeof open.form === 'string' ? ready[open.form] : null
  useAppliedLook(settings)
  const panel = useStepFocus(open.key, false)
  const goBack = () => void navigate({ search: { step: back } })
  const shown = { ...settings, ...(typed?.in === open.key ? typed.draft : {}) }
  return (
    <>
      <nav aria-label="Steps" className={classes.steps}>
        <ol>
          {setupSteps.map(({ key, title, isDone }, index) => (
            <li key={key}>
              <Link
                to="/admin/setup"
                search={{ step: key }}
                aria-current={key === open.key ? 'step' : undefined}
                data-done={isDone(settings, done) || undefined}
              >
                <span className={classes.number} aria-hidden>
                  {isDone(settings, done) ? <IconCheck size={16} /> : index + 1}
                </span>
                <span className={classes.name}>
                  {title}
                  {isDone(settings, done) && <VisuallyHidden>, done</VisuallyHidden>}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      {open.form ? (
        <div className={classes.columns}>
          <Panel ref={panel} padded className={classes.step} aria-labelledby="setup-step">
            <Row apart nowrap align="start">
              <Text as="h2" id="setup-step" tabIndex={-1}>
                {open.title}
              </Text>
              <PreviewButton settings={shown} />
            </Row>
            <Text tone="dim" above={4} below="lg">
              {open.about}
            </Text>
            {typeof open.form !== 'string' && open.form.withLogo && (
              <Box below="lg">
                <Logo />
              </Box>
            )}
            {typeof open.form === 'string' ? (
              <Stack>
                <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
                  {Ready && <Ready />}
                </Suspense>
                <StepFoot onBack={goBack}>
                  <Button color="stitch.6" onClick={() => void navigate({ search: { step: next } })}>
                    Continue
                  </Button>
                </StepFoot>
              </Stack>
            ) : (
              <SetupForm
                key={open.key}
                name={open.key}
                step={open.form}
                settings={settings}
                next={next}
                onTyped={setTyped}
                onBack={back === undefined ? undefined : goBack}
              />
            )}
          </Panel>
          <aside className={classes.beside} aria-label="Your page, as you type">
            <PublicPreview settings={shown} />
          </aside>
        </div>
      ) : (
        <>
          <OpeningPanel />
          <Button className={classes.back} variant="default" onClick={goBack}>
            Back
          </Button>
        </>
      )}
    </>
  )
}

/** The same preview on a screen that has no room beside the step. */
function PreviewButton({ settings }: { settings: CompleteSettings }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className={classes.previewButton}
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Preview
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Your Page" long>
        <PublicPreview settings={settings} />
      </Dialog>
    </>
  )
}
