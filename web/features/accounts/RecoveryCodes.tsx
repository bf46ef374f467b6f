import { Button, Checkbox } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Grid, Row } from '../../ui/layout.tsx'
import classes from './SecondFactorPage.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** The recovery codes, to be copied or saved before going on: they are shown once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const clipboard = useClipboard({ timeout: 4_000 })
  const [saved, setSaved] = useState(false)
  const text = codes.join('\n')
  return (
    <>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row gap="sm" align="stretch" className={classes.actions}>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={18} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          Download
        </Button>
      </Row>
      <Grid>
        <Checkbox
          label="I have kept these codes in a safe place"
          checked={saved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
        />
        <Button size="lg" color="stitch.6" disabled={!saved} onClick={onDone}>
          Done
        </Button>
      </Grid>
    </>
  )
}
