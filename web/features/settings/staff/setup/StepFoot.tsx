import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Row } from '../../../../ui/layout.tsx'
import classes from './Setup.module.css'

interface StepFootProps {
  /** Undefined on the first step. */
  onBack: (() => void) | undefined
  disabled?: boolean
  /** The way on. */
  children: ReactNode
}

/** The ways back and on, below each step. */
export const StepFoot = ({ onBack, disabled = false, children }: StepFootProps) => (
  <Row gap="sm" align="stretch" apart className={classes.foot}>
    {onBack && (
      <Button variant="default" onClick={onBack} disabled={disabled}>
        Back
      </Button>
    )}
    {children}
  </Row>
)
