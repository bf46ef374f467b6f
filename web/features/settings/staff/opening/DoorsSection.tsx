import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { openingQuery } from '../../../../api/queries/opening.ts'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { Panel } from '../../../../ui/layout.tsx'
import stateClasses from '../State.module.css'
import { CloseDoors } from './CloseDoors.tsx'
import { OpeningPanel } from './OpeningPanel.tsx'

/** Whether the public can book, and what is left to do. */
export function DoorsSection() {
  const navigate = useNavigate({ from: '/admin/settings' })
  const { data } = useQuery(openingQuery)
  const zone = useQuery(facilityQuery).data?.time_zone
  const [closing, setClosing] = useState<true>()
  const isOpen = data !== undefined && data.opened_at !== null && data.closed_at === null
  return (
    <>
      {isOpen && (
        <Panel as="div" padded className={stateClasses.state}>
          <div>
            <strong>Your doors are open.</strong>
            <p>
              {zone &&
                data.opened_at &&
                `Since ${formatDay(facilityDay(data.opened_at, zone), 'dated')}. People can book.`}
            </p>
          </div>
          <Button variant="default" onClick={() => setClosing(true)}>
            Close the Doors
          </Button>
        </Panel>
      )}
      <OpeningPanel />
      <FormDialog of={closing} onClose={() => setClosing(undefined)} title="Close the doors?" long wide>
        {(_, close) => (
          <CloseDoors
            onClose={close}
            onClosed={(run) => {
              close()
              if (run) void navigate({ search: { section: 'closures', run } })
            }}
          />
        )}
      </FormDialog>
    </>
  )
}
