// Facts about each country of ISO 3166-1, as of November 2026 (ADR 27). Name: the English short name in capitals, as posts write it
// (Unicode CLDR 44, without accents and abbreviations). Postal code: whether an address needs one. Time zone: from tz database 2024b. A
// country with several time zones has the zone of most of its people, or none if that zone would be misleading.
//
// A postal code is required if Google's libaddressinput data says so. If that data has only the format of the code, it is required if the
// country's post asks for it in every address. In all other countries it is optional, because they have no postal codes or the rule is
// unclear.

// Code | name | postal code required | time zone
const ROWS = `
  AD | ANDORRA | no | Europe/Andorra
  AE | UNITED ARAB EMIRATES | no | Asia/Dubai
  AF | AFGHANISTAN | no | Asia/Kabul
  AG | ANTIGUA AND BARBUDA | no | America/Antigua
  AI | ANGUILLA | no | America/Anguilla
  AL | ALBANIA | yes | Europe/Tirane
  AM | ARMENIA | no | Asia/Yerevan
  AO | ANGOLA | no | Africa/Luanda
  AQ | ANTARCTICA | no |
  AR | ARGENTINA | yes | America/Argentina/Buenos_Aires
  AS | AMERICAN SAMOA | yes | Pacific/Pago_Pago
  AT | AUSTRIA | yes | Europe/Vienna
  AU | AUSTRALIA | yes |
  AW | ARUBA | no | America/Aruba
  AX | ALAND ISLANDS | yes | Europe/Mariehamn
  AZ | AZERBAIJAN | yes | Asia/Baku
  BA | BOSNIA AND HERZEGOVINA | yes | Europe/Sarajevo
  BB | BARBADOS | no | America/Barbados
  BD | BANGLADESH | yes | Asia/Dhaka
  BE | BELGIUM | yes | Europe/Brussels
  BF | BURKINA FASO | no | Africa/Ouagadougou
  BG | BULGARIA | yes | Europe/Sofia
  BH | BAHRAIN | no | Asia/Bahrain
  BI | BURUNDI | no | Africa/Bujumbura
  BJ | BENIN | no | Africa/Porto-Novo
  BL | SAINT BARTHELEMY | yes | America/St_Barthelemy
  BM | BERMUDA | no | Atlantic/Bermuda
  BN | BRUNEI DARUSSALAM | no | Asia/Brunei
  BO | BOLIVIA | no | America/La_Paz
  BQ | BONAIRE, SINT EUSTATIUS AND SABA | no | America/Kralendijk
  BR | BRAZIL | yes | America/Sao_Paulo
  BS | BAHAMAS | no | America/Nassau
  BT | BHUTAN | no | Asia/Thimphu
  BV | BOUVET ISLAND | no |
  BW | BOTSWANA | no | Africa/Gaborone
  BY | BELARUS | yes | Europe/Minsk
  BZ | BELIZE | no | America/Belize
  CA | CANADA | yes |
  CC | COCOS (KEELING) ISLANDS | yes | Indian/Cocos
  CD | DEMOCRATIC REPUBLIC OF THE CONGO | no |
  CF | CENTRAL AFRICAN REPUBLIC | no | Africa/Bangui
  CG | CONGO | no | Africa/Brazzaville
  CH | SWITZERLAND | yes | Europe/Zurich
  CI | COTE D'IVOIRE | no | Africa/Abidjan
  CK | COOK ISLANDS | no | Pacific/Rarotonga
  CL | CHILE | no | America/Santiago
  CM | CAMEROON | no | Africa/Douala
  CN | CHINA | yes | Asia/Shanghai
  CO | COLOMBIA | no | America/Bogota
  CR | COSTA RICA | no | America/Costa_Rica
  CU | CUBA | no | America/Havana
  CV | CABO VERDE | no | Atlantic/Cape_Verde
  CW | CURACAO | no | America/Curacao
  CX | CHRISTMAS ISLAND | yes | Indian/Christmas
  CY | CYPRUS | yes | Asia/Nicosia
  CZ | CZECHIA | yes | Europe/Prague
  DE | GERMANY | yes | Europe/Berlin
  DJ | DJIBOUTI | no | Africa/Djibouti
  DK | DENMARK | yes | Europe/Copenhagen
  DM | DOMINICA | no | America/Dominica
  DO | DOMINICAN REPUBLIC | no | America/Santo_Domingo
  DZ | ALGERIA | yes | Africa/Algiers
  EC | ECUADOR | no | America/Guayaquil
  EE | ESTONIA | yes | Europe/Tallinn
  EG | EGYPT | no | Africa/Cairo
  EH | WESTERN SAHARA | no | Africa/El_Aaiun
  ER | ERITREA | no | Africa/Asmara
  ES | SPAIN | yes | Europe/Madrid
  ET | ETHIOPIA | no | Africa/Addis_Ababa
  FI | FINLAND | yes | Europe/Helsinki
  FJ | FIJI | no | Pacific/Fiji
  FK | FALKLAND ISLANDS | no | Atlantic/Stanley
  FM | MICRONESIA | no | Pacific/Chuuk
  FO | FAROE ISLANDS | yes | Atlantic/Faroe
  FR | FRANCE | yes | Europe/Paris
  GA | GABON | no | Africa/Libreville
  GB | UNITED KINGDOM | yes | Europe/London
  GD | GRENADA | no | America/Grenada
  GE | GEORGIA | yes | Asia/Tbilisi
  GF | FRENCH GUIANA | yes | America/Cayenne
  GG | GUERNSEY | yes | Europe/Guernsey
  GH | GHANA | no | Africa/Accra
  GI | GIBRALTAR | no | Europe/Gibraltar
  GL | GREENLAND | yes | America/Nuuk
  GM | GAMBIA | no | Africa/Banjul
  GN | GUINEA | no | Africa/Conakry
  GP | GUADELOUPE | yes | America/Guadeloupe
  GQ | EQUATORIAL GUINEA | no | Africa/Malabo
  GR | GREECE | yes | Europe/Athens
  GS | SOUTH GEORGIA AND THE SOUTH SANDWICH ISLANDS | no | Atlantic/South_Georgia
  GT | GUATEMALA | no | America/Guatemala
  GU | GUAM | yes | Pacific/Guam
  GW | GUINEA-BISSAU | no | Africa/Bissau
  GY | GUYANA | no | America/Guyana
  HK | HONG KONG | no | Asia/Hong_Kong
  HM | HEARD ISLAND AND MCDONALD ISLANDS | no |
  HN | HONDURAS | no | America/Tegucigalpa
  HR | CROATIA | yes | Europe/Zagreb
  HT | HAITI | no | America/Port-au-Prince
  HU | HUNGARY | yes | Europe/Budapest
  ID | INDONESIA | yes |
  IE | IRELAND | no | Europe/Dublin
  IL | ISRAEL | yes | Asia/Jerusalem
  IM | ISLE OF MAN | yes | Europe/Isle_of_Man
  IN | INDIA | yes | Asia/Kolkata
  IO | BRITISH INDIAN OCEAN TERRITORY | no | Indian/Chagos
  IQ | IRAQ | no | Asia/Baghdad
  IR | IRAN | yes | Asia/Tehran
  IS | ICELAND | yes | Atlantic/Reykjavik
  IT | ITALY | yes | Europe/Rome
  JE | JERSEY | yes | Europe/Jersey
  JM | JAMAICA | no | America/Jamaica
  JO | JORDAN | no | Asia/Amman
  JP | JAPAN | yes | Asia/Tokyo
  KE | KENYA | no | Africa/Nairobi
  KG | KYRGYZSTAN | yes | Asia/Bishkek
  KH | CAMBODIA | no | Asia/Phnom_Penh
  KI | KIRIBATI | no | Pacific/Tarawa
  KM | COMOROS | no | Indian/Comoro
  KN | SAINT KITTS AND NEVIS | no | America/St_Kitts
  KP | NORTH KOREA | no | Asia/Pyongyang
  KR | SOUTH KOREA | yes | Asia/Seoul
  KW | KUWAIT | no | Asia/Kuwait
  KY | CAYMAN ISLANDS | no | America/Cayman
  KZ | KAZAKHSTAN | yes | Asia/Almaty
  LA | LAOS | no | Asia/Vientiane
  LB | LEBANON | no | Asia/Beirut
  LC | SAINT LUCIA | no | America/St_Lucia
  LI | LIECHTENSTEIN | yes | Europe/Vaduz
  LK | SRI LANKA | yes | Asia/Colombo
  LR | LIBERIA | no | Africa/Monrovia
  LS | LESOTHO | no | Africa/Maseru
  LT | LITHUANIA | yes | Europe/Vilnius
  LU | LUXEMBOURG | yes | Europe/Luxembourg
  LV | LATVIA | yes | Europe/Riga
  LY | LIBYA | no | Africa/Tripoli
  MA | MOROCCO | yes | Africa/Casablanca
  MC | MONACO | yes | Europe/Monaco
  MD | MOLDOVA | yes | Europe/Chisinau
  ME | MONTENEGRO | yes | Europe/Podgorica
  MF | SAINT MARTIN | yes | America/Marigot
  MG | MADAGASCAR | no | Indian/Antananarivo
  MH | MARSHALL ISLANDS | no | Pacific/Majuro
  MK | NORTH MACEDONIA | yes | Europe/Skopje
  ML | MALI | no | Africa/Bamako
  MM | MYANMAR | no | Asia/Yangon
  MN | MONGOLIA | no | Asia/Ulaanbaatar
  MO | MACAO | no | Asia/Macau
  MP | NORTHERN MARIANA ISLANDS | yes | Pacific/Saipan
  MQ | MARTINIQUE | yes | America/Martinique
  MR | MAURITANIA | no | Africa/Nouakchott
  MS | MONTSERRAT | no | America/Montserrat
  MT | MALTA | yes | Europe/Malta
  MU | MAURITIUS | no | Indian/Mauritius
  MV | MALDIVES | no | Indian/Maldives
  MW | MALAWI | no | Africa/Blantyre
  MX | MEXICO | yes | America/Mexico_City
  MY | MALAYSIA | yes | Asia/Kuala_Lumpur
  MZ | MOZAMBIQUE | no | Africa/Maputo
  NA | NAMIBIA | no | Africa/Windhoek
  NC | NEW CALEDONIA | yes | Pacific/Noumea
  NE | NIGER | no | Africa/Niamey
  NF | NORFOLK ISLAND | yes | Pacific/Norfolk
  NG | NIGERIA | no | Africa/Lagos
  NI | NICARAGUA | no | America/Managua
  NL | NETHERLANDS | yes | Europe/Amsterdam
  NO | NORWAY | yes | Europe/Oslo
  NP | NEPAL | no | Asia/Kathmandu
  NR | NAURU | no | Pacific/Nauru
  NU | NIUE | no | Pacific/Niue
  NZ | NEW ZEALAND | yes | Pacific/Auckland
  OM | OMAN | no | Asia/Muscat
  PA | PANAMA | no | America/Panama
  PE | PERU | no | America/Lima
  PF | FRENCH POLYNESIA | yes | Pacific/Tahiti
  PG | PAPUA NEW GUINEA | no | Pacific/Port_Moresby
  PH | PHILIPPINES | yes | Asia/Manila
  PK | PAKISTAN | yes | Asia/Karachi
  PL | POLAND | yes | Europe/Warsaw
  PM | SAINT PIERRE AND MIQUELON | yes | America/Miquelon
  PN | PITCAIRN | no | Pacific/Pitcairn
  PR | PUERTO RICO | yes | America/Puerto_Rico
  PS | PALESTINE | no | Asia/Hebron
  PT | PORTUGAL | yes | Europe/Lisbon
  PW | PALAU | no | Pacific/Palau
  PY | PARAGUAY | no | America/Asuncion
  QA | QATAR | no | Asia/Qatar
  RE | REUNION | yes | Indian/Reunion
  RO | ROMANIA | yes | Europe/Bucharest
  RS | SERBIA | yes | Europe/Belgrade
  RU | RUSSIA | yes |
  RW | RWANDA | no | Africa/Kigali
  SA | SAUDI ARABIA | yes | Asia/Riyadh
  SB | SOLOMON ISLANDS | no | Pacific/Guadalcanal
  SC | SEYCHELLES | no | Indian/Mahe
  SD | SUDAN | no | Africa/Khartoum
  SE | SWEDEN | yes | Europe/Stockholm
  SG | SINGAPORE | yes | Asia/Singapore
  SH | SAINT HELENA | no | Atlantic/St_Helena
  SI | SLOVENIA | yes | Europe/Ljubljana
  SJ | SVALBARD AND JAN MAYEN | yes | Arctic/Longyearbyen
  SK | SLOVAKIA | yes | Europe/Bratislava
  SL | SIERRA LEONE | no | Africa/Freetown
  SM | SAN MARINO | yes | Europe/San_Marino
  SN | SENEGAL | no | Africa/Dakar
  SO | SOMALIA | no | Africa/Mogadishu
  SR | SURINAME | no | America/Paramaribo
  SS | SOUTH SUDAN | no | Africa/Juba
  ST | SAO TOME AND PRINCIPE | no | Africa/Sao_Tome
  SV | EL SALVADOR | no | America/El_Salvador
  SX | SINT MAARTEN | no | America/Lower_Princes
  SY | SYRIA | no | Asia/Damascus
  SZ | ESWATINI | no | Africa/Mbabane
  TC | TURKS AND CAICOS ISLANDS | no | America/Grand_Turk
  TD | CHAD | no | Africa/Ndjamena
  TF | FRENCH SOUTHERN TERRITORIES | no | Indian/Kerguelen
  TG | TOGO | no | Africa/Lome
  TH | THAILAND | yes | Asia/Bangkok
  TJ | TAJIKISTAN | no | Asia/Dushanbe
  TK | TOKELAU | no | Pacific/Fakaofo
  TL | TIMOR-LESTE | no | Asia/Dili
  TM | TURKMENISTAN | no | Asia/Ashgabat
  TN | TUNISIA | yes | Africa/Tunis
  TO | TONGA | no | Pacific/Tongatapu
  TR | TURKIYE | yes | Europe/Istanbul
  TT | TRINIDAD AND TOBAGO | no | America/Port_of_Spain
  TV | TUVALU | no | Pacific/Funafuti
  TW | TAIWAN | yes | Asia/Taipei
  TZ | TANZANIA | no | Africa/Dar_es_Salaam
  UA | UKRAINE | yes | Europe/Kyiv
  UG | UGANDA | no | Africa/Kampala
  UM | US MINOR OUTLYING ISLANDS | no |
  US | UNITED STATES | yes |
  UY | URUGUAY | yes | America/Montevideo
  UZ | UZBEKISTAN | yes | Asia/Tashkent
  VA | VATICAN CITY | yes | Europe/Vatican
  VC | SAINT VINCENT AND THE GRENADINES | no | America/St_Vincent
  VE | VENEZUELA | no | America/Caracas
  VG | BRITISH VIRGIN ISLANDS | no | America/Tortola
  VI | US VIRGIN ISLANDS | yes | America/St_Thomas
  VN | VIETNAM | yes | Asia/Ho_Chi_Minh
  VU | VANUATU | no | Pacific/Efate
  WF | WALLIS AND FUTUNA | yes | Pacific/Wallis
  WS | SAMOA | no | Pacific/Apia
  YE | YEMEN | no | Asia/Aden
  YT | MAYOTTE | yes | Indian/Mayotte
  ZA | SOUTH AFRICA | yes | Africa/Johannesburg
  ZM | ZAMBIA | no | Africa/Lusaka
  ZW | ZIMBABWE | no | Africa/Harare`

interface CountryFacts {
  /** English name, in capitals. */
  name: string
  needsPostalCode: boolean
  /** IANA name. Null: no single zone fits. */
  timezone: string | null
}

const factsOf = (row: string): [code: string, facts: CountryFacts] => {
  const [code = '', name = '', required, timezone] = row.split('|').map((cell) => cell.trim())
  return [code, { name, needsPostalCode: required === 'yes', timezone: timezone || null }]
}

const FACTS: ReadonlyMap<string, CountryFacts> = new Map(ROWS.trim().split('\n').map(factsOf))

/** ISO 3166-1 alpha-2: the officially assigned codes. */
export const COUNTRIES: ReadonlySet<string> = new Set(FACTS.keys())

/** Codes of the countries whose addresses need a postal code. */
export const WITH_POSTAL_CODES: readonly string[] = [...FACTS].flatMap(([code, { needsPostalCode }]) => (needsPostalCode ? [code] : []))

/** Whether an address in the country needs a postal code. False where the rule is unclear. */
export const needsPostalCode = (country: string): boolean => FACTS.get(country)?.needsPostalCode ?? false

/** The English short name in capitals, or the code itself if it is not a country. */
export const countryName = (country: string): string => FACTS.get(country)?.name ?? country

/** The time zone of a country, or of most of its people. Null: unknown. */
export const countryTimezone = (country: string): string | null => FACTS.get(country)?.timezone ?? null
