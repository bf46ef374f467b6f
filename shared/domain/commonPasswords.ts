/**
 * Passwords that everyone tries first, lower case (decision 22). `refusePassword` also finds them with digits and
 * signs around them, so each word stands here once. Only the server imports this list.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  123123 123123123 1231234 123321 1234 12341234 12345 123456 1234567 12345678 123456789 1234567890 12345678910
  0123456789 0987654321 987654321 87654321 7654321 654321 54321 112233 11223344 1122334455 121212 131313 147258
  147258369 159357 159753 123654 123789 456789 789456 789456123 741852 741852963 963852741 852456 142536 102030
  10203040 246810 13579 135790 101010 202020 212121 232323 252525 696969 420420 010101 111222 111222333 222333
  123abc 1234abcd 12345a 123456a 123456abc 1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3
  q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc zaq12wsx zaq1zaq1 zxcvbn zxcvbnm zxcvbnm123 asdf asdfgh asdfghj asdfghjk
  asdfghjkl asdfasdf asd123 qwe123 qweasd qweasdzxc qweqwe qwer qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop
  qwerty123456 poiuytrewq abc abc123 abcd abcd1234 abcde abcdef abcdefg abcdefgh aa123456 a123456 a12345678 a1b2c3
  a1b2c3d4 aaaaaa1 password passwords passwort passw0rd p@ssword p@ssw0rd pa$$word pass pass123word passpass pass1234
  mypassword newpassword thepassword secret topsecret mysecret letmein letmeinnow welcome welcomehome hello
  hellohello hello123 helloworld changeme changeit change default temporary temp guest user username test testing
  tester testtest test1234 login access admin administrator adminadmin root toor system server computer internet
  google facebook youtube instagram twitter linkedin amazon apple samsung iphone android windows microsoft
  iloveyou iloveu ilovey iloveme ilovegod love lovely loveme lover lovelove mylove forever sweet sweetie sweetheart
  babygirl babyboy baby princess prince queen angel angels heaven jesus jesuschrist godisgood blessed faith
  sunshine moonlight rainbow flower butterfly summer winter spring autumn monday tuesday wednesday thursday friday
  saturday sunday january february march april june july august september october november december
  monkey dragon tiger lion eagle eagles falcon wolf bear shark dolphin dolphins kitty cat dog puppy pony spider
  bailey buddy charlie max maggie molly lucky pepper ginger cookie cheese banana orange chocolate peanut
  master shadow killer hunter ranger rangers trustno1 freedom liberty america whatever nothing nobody somebody
  superman batman spiderman ironman starwars pokemon pikachu naruto minecraft fortnite roblox matrix ninja samurai
  football baseball softball basketball soccer hockey tennis golf golfer wrestling volleyball lacrosse fastpitch
  slugger homerun pitcher catcher batter batting battingcage battingcages cages dugout bullpen strikeout playball
  grandslam shortstop infield outfield baseballfan baseballmom softballmom baseballdad littleleague allstar
  yankees redsox cubs dodgers astros rangersfan cowboys dallas houston texas texans lonestar longhorns aggies beaumont
  steelers packers raiders broncos patriots giants lakers chelsea liverpool arsenal barcelona
  michael michelle jennifer jessica ashley amanda andrew anthony daniel david george jordan joshua justin matthew
  nicole robert samantha thomas william brandon hannah taylor tyler austin harley jackson madison
  mustang corvette ferrari porsche mercedes yamaha camaro chevy cowboy maverick phoenix diamond silver golden purple
  blink182 bond007 ncc1701 money cash rockyou rockstar metallica nirvana guitar music
  `
    .trim()
    .split(/\s+/),
)
