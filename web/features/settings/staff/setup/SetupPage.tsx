import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CompleteSettings } from '../../../../../shared/contract/facility/facilitySettings.ts'
import { facilitySettingsQuery } from '../../../../api/queries/settings.ts'
import { touches } from '../../../../api/touches.ts'
import { useReload } from '../../../../api/useReload.ts'
import { Box, Panel, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { StaffPage } from '../../../../ui/staff/StaffPage.tsx'
import { Logo } from '../look/Logo.tsx'
import { useAppliedBrand } from '../look/useAppliedBrand.ts'
import { OpeningPanel } from '../opening/OpeningPanel.tsx'
import { PublicPreview } from './PublicPreview.tsx'
import classes from './Setup.module.css'
import { SetupForm } from './SetupForm.tsx'
import { type SetupStep, setupSteps } from './setupSteps.ts'

/** `/admin/setup`: the settings that a new facility needs, step by step, beside what customers see of them. */
export function SetupPage({ step }: { step: string | undefined }) {
  const settings = useQuery(facilitySettingsQuery)
  const refresh = useReload(touches.settings)
  return (
    <StaffPage title="Set Up" refresh={refresh}>
      {settings.data ? (
        <Steps settings={settings.data} asked={step} />
      ) : settings.error ? (
        <ErrorAlert
          error={settings.error}
          text={`The settings could not be loaded. ${settings.error.message}`}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <Skeleton height={420} role="status" aria-label="Loading settings" />
      )}
    </StaffPage>
  )
}

/** Without a step in the address the first one that is not done. */
function Steps({ settings, asked }: { settings: CompleteSettings; asked: string | undefined }) {
  const navigate = useNavigate({ from: '/admin/setup' })
  const [begin] = useState(() => setupSteps.find(({ isDone }) => !isDone(settings))?.key)
  const at = Math.max(
    0,
    setupSteps.findIndex(({ key }) => key === (asked ?? begin)),
  )
  const open = setupSteps[at] as SetupStep
  // What is typed, so that the preview follows.
  const [typed, setTyped] = useState<{ in: string; draft: Partial<CompleteSettings> }>()
  const back = setupSteps[at - 1]?.key
  useAppliedBrand(settings.brand_color)
  const goBack = () => void navigate({ search: { step: back } })
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
                data-done={isDone(settings) || undefined}
              >
                <span className={classes.number} aria-hidden>
                  {isDone(settings) ? <IconCheck size={16} /> : index + 1}
                </span>
                <span className={classes.name}>
                  {title}
                  {isDone(settings) && <VisuallyHidden>, done</VisuallyHidden>}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      {open.form ? (
        <div className={classes.columns}>
          <Panel padded className={classes.step} aria-labelledby="setup-step">
            <Text as="h2" id="setup-step">
              {open.title}
            </Text>
            <Text tone="dim" above={4} below="lg">
              {open.about}
            </Text>
            {open.form.withLogo && (
              <Box below="lg">
                <Logo />
              </Box>
            )}
            <SetupForm
              key={open.key}
              step={open.form}
              settings={settings}
              next={setupSteps[at + 1]?.key}
              onTyped={(draft) => setTyped({ in: open.key, draft })}
              onBack={back && goBack}
            />
          </Panel>
          <PublicPreview settings={{ ...settings, ...(typed?.in === open.key ? typed.draft : {}) }} />
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
