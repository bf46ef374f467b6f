import { Button } from '@mantine/core'
import { type PointerEvent, useRef } from 'react'
import { signatureSize } from '../../../shared/contract/waivers/waivers.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import classes from './Waivers.module.css'

/** In the units of the drawing: points that are nearer say nothing. */
const LEAST_DISTANCE = 3

interface SignaturePadProps {
  /** The path of an SVG, of `M` and `L` and whole numbers; empty for nothing. */
  value: string
  error: string | undefined
  onChange: (path: string) => void
}

/** A signature drawn with a finger, a pen or a mouse. Whoever cannot draw types the name, which signs as well. */
export function SignaturePad({ value, error, onChange }: SignaturePadProps) {
  const last = useRef<{ x: number; y: number } | null>(null)
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const within = (part: number, size: number) => Math.round(Math.min(Math.max(part, 0), 1) * size)
    return {
      x: within((clientX - box.left) / box.width, signatureSize.width),
      y: within((clientY - box.top) / box.height, signatureSize.height),
    }
  }
  const add = (event: PointerEvent<SVGSVGElement>, command: 'M' | 'L') => {
    const point = pointOf(event)
    const { current } = last
    if (
      command === 'L' &&
      (!current || Math.hypot(point.x - current.x, point.y - current.y) < LEAST_DISTANCE)
    )
      return
    last.current = point
    onChange(`${value}${command}${point.x} ${point.y}`)
  }
  return (
    <Stack gap={4}>
      <svg
        className={classes.pad}
        viewBox={`0 0 ${signatureSize.width} ${signatureSize.height}`}
        role="img"
        aria-label={value ? 'Your signature' : 'Draw your signature here'}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          add(event, 'M')
        }}
        onPointerMove={(event) => {
          if (last.current) add(event, 'L')
        }}
        onPointerUp={() => {
          last.current = null
        }}
        onPointerCancel={() => {
          last.current = null
        }}
      >
        <path d={value} />
      </svg>
      <Row apart>
        <Text tone="dim" size="sm">
          Draw with your finger or mouse.
        </Text>
        <Button variant="subtle" disabled={value === ''} onClick={() => onChange('')}>
          Clear
        </Button>
      </Row>
      {error && (
        <Text tone="problem" size="sm" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}
