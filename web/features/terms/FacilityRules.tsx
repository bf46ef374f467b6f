import type { TermsFacts } from './termsSections.tsx'

/** The rules of spec 1 §2.8, each with its reason or its exact meaning. */
const rules = [
  [
    'One person per cage.',
    'Only one person may be inside a cage at a time, unless with an instructor. Everyone else waits outside the net.',
  ],
  ['Closed-toe shoes.', 'Wear closed-toe athletic shoes everywhere in the facility.'],
  [
    'No cleats on turf.',
    'Metal and molded cleats damage the turf. Turf shoes and flat-soled trainers are fine.',
  ],
  [
    'No practice swings outside cages.',
    'Bats are swung inside a cage only, never in walkways, waiting areas or the parking lot.',
  ],
  [
    'Inspect equipment.',
    'Check bats, helmets, balls, nets and machines before you use them. If something is damaged, do not use it and tell the staff.',
  ],
  [
    'Stay alert.',
    'Watch for balls and bats at all times, keep your eyes on the machine when you are in the cage, and keep phones and headphones away.',
  ],
] as const

/** How everyone stays safe; the staff decides on the spot. */
export function FacilityRules({ name }: TermsFacts) {
  return (
    <>
      <p>Everyone follows these rules, players and spectators alike:</p>
      <ul>
        {rules.map(([rule, meaning]) => (
          <li key={rule}>
            <strong>{rule}</strong> {meaning}
          </li>
        ))}
      </ul>
      <p>
        Batters wear a helmet whenever a ball is pitched to them. Children are supervised by a responsible
        adult for as long as they are here. The staff of {name} may stop any activity and ask anyone to leave
        who breaks a rule or puts others at risk; what was booked for that time is then not refunded. You pay
        for damage that you, or a minor whom you are responsible for, cause through careless or improper use.
      </p>
    </>
  )
}
