import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { useCall } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { useIsAdmin } from '../../../../components/staff/useIsAdmin.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { Grid, Panel } from '../../../../ui/layout.tsx'
import classes from './OwnFacility.module.css'

/** On the staff's first page of a demo: the way to a facility of one's own. */
export default function OwnFacility() {
  const session = useSession()
  const isStaff = session.status === 'signed-in' && session.profile.role !== 'user'
  const isAdmin = useIsAdmin()
  const { data } = useQuery({ ...read('GET /api/own-facility'), enabled: isStaff })
  const [asking, setAsking] = useState(false)
  if (!data?.possible) return null
  return (
    <Panel className={classes.strip} aria-label="Demo">
      <p>
        This is the demo: try anything.{' '}
        {!isAdmin && 'To start your own facility, log in as an admin of the demo.'}
      </p>
      {isAdmin && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Start Your Own Facility
        </Button>
      )}
      {asking && <StartDialog onClose={() => setAsking(false)} />}
    </Panel>
  )
}

/** Says what becomes of the demo, and starts the own facility. */
function StartDialog({ onClose }: { onClose: () => void }) {
  const [wait, setWait] = useState<'starting' | 'late'>()
  const starting = useCall('POST /api/own-facility')
  async function start() {
    const outcome = await starting.attempt({})
    // The server stops as soon as it has answered: the answer may be lost on the way.
    if (!outcome || ('error' in outcome && !outcome.unsure)) return
    setWait('starting')
    if (await isReady()) window.location.assign('/setup')
    else setWait('late')
  }
  return (
    <ConfirmDialog
      opened
      title="Start your own facility?"
      label="Start My Facility"
      dismissLabel="Keep the Demo"
      isPending={starting.isPending || wait === 'starting'}
      onConfirm={() => void start()}
      onClose={onClose}
    >
      <Grid as="ul" gap="xs" className={classes.facts}>
        <li>Dugout restarts with an empty facility and opens its first page. That takes a few seconds.</li>
        <li>Have the window in sight where you started Dugout: it prints a code that makes you the owner.</li>
        <li>Everybody is logged out. Accounts of the demo don’t work in your facility.</li>
        <li>
          The demo stays whole, with all you tried. To see it again, start Dugout with{' '}
          <code>DEMO_SEED=true</code>.
        </li>
      </Grid>
      {wait === 'starting' && <p role="status">Starting your facility…</p>}
      {wait === 'late' && (
        <p role="alert">
          That takes longer than it should. Look at the window where you started Dugout: it says why.
        </p>
      )}
      {!wait && <AttemptError error={starting.error} button="Start My Facility" />}
    </ConfirmDialog>
  )
}

const PATIENCE_MILLISECONDS = 90_000
const PAUSE_MILLISECONDS = 700

/** Waits until the server is up again with a facility that waits for its owner. */
async function isReady(): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS
  while (Date.now() < deadline) {
    const answer = await fetch('/api/setup').catch(() => null)
    if (answer?.ok) return true
    await new Promise((again) => setTimeout(again, PAUSE_MILLISECONDS))
  }
  return false
}
