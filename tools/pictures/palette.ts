/** The colours that every picture is printed with: navy, chalk, one red, and the warm light of a field lamp. */
export const ink = {
  night: '#050d1c',
  deep: '#081527',
  navy: '#0b1b33',
  slate: '#17305a',
  haze: '#36568a',
  chalk: '#f6f1e6',
  bone: '#d8cfbf',
  red: '#c8202f',
  oxblood: '#7a111c',
  coral: '#f0626a',
  lamp: '#ffe9bd',
  amber: '#ffb65c',
  ember: '#e0713a',
  turf: '#123a36',
  clay: '#6d3a2a',
} as const
