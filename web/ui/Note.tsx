import type { ComponentProps } from 'react'
import { Text } from './layout.tsx'
import classes from './Note.module.css'

/** What has to be known before going on; `info` where nothing is wrong. */
export const Note = ({ info, ...props }: ComponentProps<typeof Text> & { info?: boolean }) => (
  <Text {...props} data-info={info || undefined} className={classes.note} />
)
