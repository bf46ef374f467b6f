/** The colours that every picture is printed with: navy, chalk, one red, and the warm light of a field lamp. */
export const ink = {
  night: '#050d1c',
  deep: '#081527',
  navy: '#0b1b33',
  haze: '#36568a',
  chalk: '#f6f1e6',
  red: '#c8202f',
  oxblood: '#7a111c',
  lamp: '#ffe9bd',
  amber: '#ffb65c',
  ember: '#e0713a',
} as const
