import { encode } from 'uqr'

/** Around the code, in modules (ISO/IEC 18004). */
const quietZone = 4

interface QrCodeProps {
  text: string
  label: string
  /** Gives it a size, and black on white in every color scheme. */
  className: string | undefined
}

/** A text as a QR code, for the camera of another device. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
