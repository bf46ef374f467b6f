import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { DeleteDialog } from './DeleteDialog.tsx'
import classes from './Security.module.css'
import { SecurityCard } from './SecurityParts.tsx'

/** The way out. */
export function DeleteSection() {
  const [opened, setOpened] = useState(false)
  return (
    <SecurityCard icon={IconTrash} title="Delete your account" grave>
      <p className={classes.line}>
        Your profile and sign-in go for good. The facility keeps its bookings and payments, without your name.
      </p>
      <div className={classes.actions}>
        <Button variant="outline" color="stitch" onClick={() => setOpened(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteDialog opened={opened} onClose={() => setOpened(false)} />
    </SecurityCard>
  )
}
