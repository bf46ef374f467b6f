import { SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { cspNonce } from '../../ui/cspNonce.ts'
import { Row, Stack } from '../../ui/layout.tsx'
import classes from './MailFrame.module.css'
import { type MailScheme, mailDocument } from './mailDocument.ts'

/** Of the frame in pixels: a phone, and the window of a mail program. */
const widths = { phone: 390, desktop: 680 }
const HEIGHT = 620

interface MailFrameProps {
  /** What the frame shows, e.g. 'Preview of the message'. */
  title: string
  html: string
}

/**
 * A mail as its receiver sees it, on a phone or a desktop, light or dark. The frame is sandboxed: it runs no script, follows no link
 * and cannot reach the page. What is too wide for the screen is shown smaller.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const [scheme, setScheme] = useState<MailScheme>('light')
  const { ref, width: room } = useElementSize()
  const page = useMemo(() => mailDocument(html, { scheme, nonce: cspNonce() }), [html, scheme])
  const scale = room > 0 ? Math.min(1, room / widths[width]) : 1
  return (
    <Stack shrinks gap="sm">
      <Row align="stretch">
        <SegmentedControl
          aria-label="Width"
          classNames={{ label: classes.look ?? '' }}
          value={width}
          onChange={(value) => setWidth(value as keyof typeof widths)}
          data={[
            { value: 'phone', label: 'Phone' },
            { value: 'desktop', label: 'Desktop' },
          ]}
        />
        <SegmentedControl
          aria-label="Colors"
          classNames={{ label: classes.look ?? '' }}
          value={scheme}
          onChange={(value) => setScheme(value as MailScheme)}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </Row>
      <div ref={ref} className={classes.room} style={{ height: HEIGHT }}>
        <iframe
          title={title}
          sandbox=""
          srcDoc={page}
          className={classes.mail}
          style={{
            width: widths[width],
            height: HEIGHT / scale,
            transform: `scale(${scale})`,
            marginInlineStart: Math.max(0, (room - widths[width]) / 2),
          }}
        />
      </div>
    </Stack>
  )
}
