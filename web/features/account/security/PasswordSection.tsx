import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { PasswordForm } from './PasswordForm.tsx'
import classes from './Security.module.css'
import { SecurityCard } from './SecurityParts.tsx'

/** The password, and a form for another one. */
export function PasswordSection({ email }: { email: string }) {
  const [editing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  const edit = (on: boolean) => {
    setEditing(on)
    setWasEditing(true)
  }
  return (
    <SecurityCard icon={IconLock} title="Password">
      {editing ? (
        <PasswordForm email={email} onDone={() => edit(false)} />
      ) : (
        <>
          <p className={classes.line}>
            A good one is long and used nowhere else. We mail you whenever it changes.
          </p>
          <div className={classes.actions}>
            <Button variant="default" autoFocus={wasEditing} onClick={() => edit(true)}>
              Change password
            </Button>
          </div>
        </>
      )}
    </SecurityCard>
  )
}
