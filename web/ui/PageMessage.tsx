import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageMessage.module.css'

interface PageMessageProps {
  title: string
  /** What it means, as a sentence. */
  text: string
  /** The way on: a link, which looks like a button here. */
  children: ReactNode
  /** Read out at once: something went wrong, rather than that there is nothing. */
  alert?: boolean
}

/** Stands in for a page whose subject is not there or did not come. */
export const PageMessage = ({ title, text, children, alert = false }: PageMessageProps) => (
  <div className={classes.message} {...(alert && { role: 'alert' })}>
    <h1 className={classes.title}>{title}</h1>
    <p>{text}</p>
    {children}
  </div>
)

/** The same for a page that did not load; trying again asks for what failed. */
export const PageProblem = (props: { title: string; text: string; onRetry: () => void }) => (
  <PageMessage title={props.title} text={props.text} alert>
    <Button color="stitch.6" onClick={props.onRetry}>
      Try Again
    </Button>
  </PageMessage>
)
