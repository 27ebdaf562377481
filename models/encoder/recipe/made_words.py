"""Vocabulary of the generated pairs: who acts, on what, for whom, where, and how much.

A list is written as one string with `; ` between entries. `=` separates names for the same thing; `*` marks a plural.
"""

import random


class Noun:
    """A noun phrase under one or several names, each singular or plural."""

    def __init__(self, text: str):
        self.names = [(name.rstrip("*").strip(), name.endswith("*")) for name in text.split("=")]

    def __eq__(self, other):
        return self.names == other.names

    def __hash__(self):
        return hash(tuple(self.names))


def nouns(text: str) -> list[Noun]:
    return [Noun(entry.strip()) for entry in text.replace("\n", " ").split(";") if entry.strip()]


def words(text: str) -> list[str]:
    return [entry.strip() for entry in text.replace("\n", " ").split(";") if entry.strip()]


# A domain: arms that can be compared, what may rise or fall (bad, good or neither), how arms differ, and who is studied.
DOMAINS = {
    "medicine": dict(
        arms="""aspirin=acetylsalicylic acid; warfarin; metformin; statins*; placebo=dummy pills*; ibuprofen; insulin glargine; standard care=usual care;
        low-dose heparin; amoxicillin; vitamin D supplements*=vitamin D; omega-3 capsules*=fish oil; dialysis; open surgery; keyhole surgery=laparoscopic surgery; radiotherapy=radiation;
        chemotherapy; ACE inhibitors*; beta blockers*; antidepressants*; cognitive behavioural therapy=CBT; acupuncture; hydroxychloroquine; dexamethasone; tocilizumab;
        convalescent plasma; remdesivir; the mRNA vaccine; the flu vaccine=influenza vaccination; bed nets*; antibiotic prophylaxis; probiotics*; early mobilisation; hormone replacement therapy=HRT;
        bariatric surgery; a stent=stenting; bypass surgery; morphine; ketamine; melatonin; nicotine patches*; varenicline; e-cigarettes*; physiotherapy=physical therapy;
        the new inhaler; the combination tablet; the generic drug; screening colonoscopy; mammography; tight glucose control; restrictive transfusion; liberal transfusion""",
        bad="""mortality=death rates*=deaths*=the risk of death; stroke=strokes*=the risk of stroke; myocardial infarction=heart attacks*; hospital admissions*=hospitalisation; relapse=relapse rates*;
        bleeding=haemorrhage=bleeding events*; blood pressure=hypertension; pain scores*=pain; infection=infections*=infection rates*; fractures*=the risk of fracture; depression=depressive symptoms*;
        tumour growth=the growth of tumours; nausea=nausea and vomiting; preterm birth=premature births*; cognitive decline; the incidence of diabetes=diabetes=new cases of diabetes*; kidney failure=renal failure;
        wound complications*; asthma attacks*=asthma exacerbations*; cholesterol levels*=cholesterol; viral load; anxiety=anxiety symptoms*; lung cancer=the risk of lung cancer; readmissions*; sepsis""",
        good="""survival=survival rates*; bone density=bone mineral density; quality of life; sleep quality=sleep; insulin sensitivity; lung function; wound healing; birth weight; remission rates*=remission;
        adherence; mobility; cure rates*; memory scores*=memory; immune responses*=the immune response; ejection fraction; walking distance""",
        dims="more effective/less effective/effective/ineffective/efficacy; safer/riskier/safe/risky/safety; cheaper/more expensive/cheap/expensive/; faster-acting/slower-acting/fast-acting/slow-acting/; better tolerated/worse tolerated/well tolerated/poorly tolerated/tolerability; more toxic/less toxic/toxic//toxicity; more potent/less potent/potent/weak/potency; longer-lasting/shorter-lasting/long-lasting/short-lived/; easier to use/harder to use/easy to use/hard to use/",
        groups="""adults*; children*=paediatric patients*; women*=female patients*; men*=male patients*; pregnant women*; older adults*=the elderly*=people over 65*; smokers*; patients with type 2 diabetes*; patients with heart failure*; newborns*=neonates*;
        mice*; rats*; healthy volunteers*; patients in intensive care*=critically ill patients*; cancer survivors*; adolescents*=teenagers*; people with HIV*; nurses*; veterans*; patients with asthma*"""),
    "biology": dict(
        arms="""IL-6=interleukin-6; TNF-alpha; p53; loss of PTEN=PTEN deletion; HIF-1; the hormone leptin=leptin; rapamycin; oxidative stress; caloric restriction=eating fewer calories; hypoxia=low oxygen; NF-kB signalling; autophagy;
        the gut microbiota=gut bacteria*; estrogen; cortisol; ultraviolet light=UV radiation; microRNA-21=miR-21; histone acetylation; mTOR inhibition; interferon gamma; TGF-beta; CRISPR editing; heat shock; telomerase; dopamine; serotonin""",
        bad="""apoptosis=programmed cell death; inflammation=inflammatory responses*; DNA damage; fibrosis; metastasis=metastatic spread; viral replication; cell death; tumour formation=tumorigenesis; insulin resistance; neurodegeneration""",
        good="""cell proliferation=cell growth; lifespan=longevity; T cell activation; angiogenesis=blood vessel growth; synaptic plasticity; stem cell renewal; protein synthesis; glucose uptake; DNA repair; neurogenesis; bone formation; muscle mass""",
        dims="more abundant/less abundant/abundant/scarce/abundance; more active/less active/active/inactive/activity; more stable/less stable/stable/unstable/stability; more toxic/less toxic/toxic//toxicity; larger/smaller/large/small/size; more common/rarer/common/rare/frequency",
        groups="""mice*; zebrafish*; yeast; human cells*; rat neurons*; fruit flies*; macrophages*; hepatocytes*=liver cells*; embryonic stem cells*; women*; men*; T cells*; B cells*; tumour cells*=cancer cells*; primates*"""),
    "nutrition": dict(
        arms="""a Mediterranean diet; a vegan diet; coffee=drinking coffee; green tea; red meat=eating red meat; processed meat; whole grains*; sugary drinks*=sugar-sweetened beverages*; olive oil; butter; intermittent fasting; a high-protein diet; nuts*=eating nuts; alcohol=drinking alcohol;
        salt=a high-salt diet; fruit juice; dairy products*; artificial sweeteners*; breast milk; infant formula; soy; dietary fibre; chocolate; a gluten-free diet; eggs*; fermented food""",
        bad="""body weight=weight; obesity=the risk of obesity; heart disease=cardiovascular disease; dementia=the risk of dementia; blood sugar=glucose levels*; colon cancer=colorectal cancer; gout; tooth decay=cavities*; anaemia=iron deficiency; heartburn; waist size; hunger""",
        good="""life expectancy; concentration; gut health; stamina=endurance; iron levels*; muscle strength; satiety; attention span""",
        dims="healthier/unhealthier/healthy/unhealthy/; cheaper/more expensive/cheap/expensive/price; richer in fibre/poorer in fibre///; more filling/less filling/filling//; sweeter/less sweet/sweet//; tastier/less tasty/tasty//; more nutritious/less nutritious/nutritious//; higher in calories/lower in calories///",
        groups="""adults*; schoolchildren*; athletes*; women*; men*; toddlers*; pensioners*=retired people*; students*; Finns*; Japanese men*; American women*; vegetarians*; office workers*"""),
    "policy": dict(
        arms="""the sugar tax; the congestion charge; the smoking ban; the minimum wage=the wage floor; free school meals*; the carbon tax; rent control=rent caps*; longer prison sentences*; body cameras*; community policing; basic income; the lockdown=the stay-at-home order; mask mandates*=compulsory masks*; school closures*; tuition fees*;
        the plastic bag charge; the speed limit=lower speed limits*; needle exchanges*; the housing subsidy; vouchers*; smaller classes*; a four-day week; remote work=working from home; import tariffs*; tax breaks*; charter schools*; the parking scheme; universal childcare; gun buybacks*""",
        bad="""crime=crime rates*; unemployment=joblessness; traffic=congestion; air pollution; homelessness; poverty=child poverty; road deaths*=traffic fatalities*; inflation; truancy=absence from school; teenage pregnancies*; carbon emissions*=emissions*; waiting times*=waits*; energy bills*; burglaries*; debt; litter; staff turnover; inequality""",
        good="""exam results*=test scores*; employment=job numbers*; wages*=pay; turnout=voter turnout; tax revenue; literacy; public trust; bus use=bus ridership; housing supply; productivity; savings*; recycling rates*=recycling; school attendance; exports*; tourism=visitor numbers*; farm incomes*""",
        dims="cheaper/more expensive/cheap/expensive/cost; more popular/less popular/popular/unpopular/popularity; fairer/less fair/fair/unfair/; more effective/less effective/effective/ineffective/effectiveness; stricter/laxer/strict/lax/; easier to enforce/harder to enforce/easy to enforce/hard to enforce/; better funded/worse funded/well funded/poorly funded/",
        groups="""young people*; low-income families*=poor households*; immigrants*; pensioners*; single parents*; rural areas*; cities*; small firms*; teachers*; London boroughs*; primary schools*; secondary schools*; the unemployed*; first-time buyers*; farmers*"""),
    "technology": dict(
        arms="""the neural network; the decision tree=the tree model; gradient boosting; the rule-based system; the new compiler; the old scheduler; solid-state drives*=SSDs*; hard disks*; the lithium battery; the sodium battery; the electric bus; the diesel bus; the heat pump; the gas boiler; LED lamps*; fibre broadband; the satellite link; two-factor login; the caching layer; parallel garbage collection;
        the open-source engine; the commercial package; the transformer model; the baseline; beam search; data augmentation; quantisation; the titanium frame; the carbon frame; the wind turbine; the solar array; autonomous braking=automatic braking; the chatbot; human annotators*; the patched kernel; static typing; code review=reviewing code""",
        bad="""error rates*=errors*; latency=response times*; memory use=memory consumption; fuel consumption; noise=noise levels*; crashes*=the number of crashes; energy use=power consumption; training time; downtime=outages*; maintenance costs*; false positives*=false alarms*; build times*; wear; breakdowns*; packet loss; bugs*=the number of bugs""",
        good="""accuracy; throughput; battery life; range; recall; signal strength; user satisfaction; image quality; frame rates*; precision; output; efficiency; storage capacity; translation quality; detection rates*""",
        dims="faster/slower/fast/slow/speed; cheaper/more expensive/cheap/expensive/price; more accurate/less accurate/accurate/inaccurate/accuracy; more reliable/less reliable/reliable/unreliable/reliability; lighter/heavier/light/heavy/weight; quieter/louder/quiet/loud/; larger/smaller/large/small/size; more efficient/less efficient/efficient/inefficient/efficiency; more secure/less secure/secure/insecure/security; newer/older/new/old/age; more durable/less durable/durable/fragile/durability; brighter/dimmer/bright/dim/brightness; easier to learn/harder to learn/easy to learn/hard to learn/",
        groups="""novice users*=beginners*; expert programmers*; small data sets*; large data sets*; mobile devices*; web servers*; night images*; long routes*; short routes*; city traffic; cold weather; spoken queries*; written queries*; older phones*"""),
    "nature": dict(
        arms="""grazing; controlled burning=prescribed fire; drought; nitrogen fertiliser; the pesticide; hedgerows*; marine reserves*=protected waters*; culling; reforestation=planting trees; logging; rising temperatures*=warming; ocean acidification; wolves*; feral cats*; beavers*; organic farming; conventional farming; irrigation; artificial light; noise from ships; invasive mussels*; dams*; crop rotation; cover crops*; wildflower strips*; road salt""",
        bad="""soil erosion=erosion; species loss=extinctions*; weeds*; pest damage; flooding=floods*; coral bleaching; wildfires*=forest fires*; algal blooms*; fish deaths*; bee mortality=bee deaths*; water use; nest losses*; runoff""",
        good="""biodiversity=species richness; crop yields*=harvests*; bird numbers*=bird populations*; fish stocks*; soil carbon; water quality; seed production; pollination; tree growth; breeding success; butterfly counts*; plankton; forest cover""",
        dims="larger/smaller/large/small/size; more common/rarer/common/rare/abundance; more harmful/less harmful/harmful/harmless/; more widespread/less widespread/widespread//; taller/shorter/tall/short/height; warmer/cooler/warm/cool/temperature; wetter/drier/wet/dry/; faster-growing/slower-growing/fast-growing/slow-growing/; more resilient/less resilient/resilient/vulnerable/",
        groups="""temperate forests*; tropical forests*; wetlands*; lakes*; rivers*; alpine meadows*; coral reefs*; farmland; songbirds*; seabirds*; salmon; amphibians*; wild bees*; honeybees*; oak trees*; pine trees*; grasslands*; islands*"""),
    "business": dict(
        arms="""the discount; the loyalty card; the merger; outsourcing; the new packaging; the advertising campaign=the ad campaign; the price rise; the strike; automation; the subscription model; the redesign; same-day delivery; the training scheme; bonus pay; the recall; free shipping; self-service checkouts*; open-plan offices*; weekly meetings*; the hiring freeze; the night shift; the interest rate rise""",
        bad="""costs*; complaints*=customer complaints*; absenteeism; returns*; late payments*; losses*; thefts*; injuries*=workplace accidents*; stock shortages*; queues*; staff stress=stress among staff; cancellations*; wage bills*; waste""",
        good="""sales*=sales figures*; profits*=earnings*; revenue=turnover; customer loyalty; share prices*=the share price; morale; market share; output; footfall=shop visits*; bookings*; investment; subscriptions*; product quality; staff retention""",
        dims="more profitable/less profitable/profitable/unprofitable/profit; cheaper/dearer/cheap/dear/price; bigger/smaller/big/small/size; more popular/less popular/popular/unpopular/popularity; busier/quieter/busy/quiet/; older/younger/old/young/age; richer/poorer/rich/poor/wealth; more productive/less productive/productive/unproductive/productivity; stronger/weaker/strong/weak/",
        groups="""supermarkets*; online shops*; small firms*; banks*; new customers*; business travellers*; car makers*; airlines*; the London office; the Paris office; part-time staff*; managers*; warehouses*; hotels*; restaurants*"""),
}
for _domain in DOMAINS.values():
    for _name in ("arms", "bad", "good", "groups"):
        _domain[_name] = nouns(_domain[_name])
    _domain["dims"] = [entry.split("/") for entry in words(_domain["dims"])]

FIRST = words("Anna; Maria; Peter; John; Wei; Aisha; Carlos; Ivan; Fatima; Kenji; Laura; David; Priya; Omar; Elena; Tom; Grace; Lars; Chloe; Samuel; Nadia; Hugo; Ruth; Miguel; Sofia; Daniel; Amina; Victor; Irene; Paul; Yuki; Martin; Joan; Henry; Clara; Felix")
LAST = words("Meyer; Okafor; Lindqvist; Garcia; Chen; Novak; Hughes; Rossi; Tanaka; Dubois; Kowalski; Silva; Petrov; Haddad; O'Brien; Schmidt; Nguyen; Walsh; Costa; Ibrahim; Larsen; Fischer; Moreau; Sato; Bennett; Clarke; Romero; Singh; Weber; Murphy; Hall; Turner; Reid; Marsh; Becker; Ortega")
COUNTRIES = words("France; Germany; Spain; Italy; Kenya; Nigeria; Brazil; Chile; Japan; India; China; Canada; Mexico; Norway; Sweden; Finland; Poland; Greece; Turkey; Egypt; Ghana; Peru; Vietnam; Thailand; Indonesia; Australia; New Zealand; Portugal; Ireland; Denmark; Argentina; Morocco; Ukraine; Romania; Austria; South Korea; Colombia; Ethiopia; Uganda; the Netherlands")
CITIES = words("Paris; Berlin; Madrid; Rome; Nairobi; Lagos; Lima; Tokyo; Mumbai; Shanghai; Toronto; Oslo; Stockholm; Warsaw; Athens; Cairo; Hanoi; Sydney; Lisbon; Dublin; Vienna; Bogota; Chicago; Boston; Seattle; Houston; Denver; Manchester; Glasgow; Leeds; Bristol; Hamburg; Lyon; Milan; Osaka; Kyoto; Montreal; Zurich; Prague; Budapest; Kampala; Accra")
ANIMALS = words("wolf; otter; lynx; heron; falcon; tortoise; badger; salmon; octopus; beetle; bat; whale; seal; ibex; gecko; crane; hare; moth; frog; owl; pelican; squid; mole; viper; antelope")
MATERIALS = words("copper; steel; oak; granite; bamboo; aluminium; concrete; brick; glass; slate; zinc; marble; clay; titanium; pine; limestone; rubber; cork")
SHOPS = words("bank; bakery; airline; brewery; insurer; publisher; shipyard; retailer; carmaker; steelmaker; hotel chain; software firm; telecoms group; drug maker; newspaper")
MONTHS = words("January; February; March; April; May; June; July; August; September; October; November; December")
UNITS = words("kilometres; metres; tonnes; litres; hectares; square feet; megawatts; miles; pages; hours; days; acres")

SYLLABLES = words("ba; ce; do; fi; ga; ke; li; mo; nu; pa; ri; so; ta; ve; zu; lor; mar; ven; tal; sil; dor; kan; pro; tri; bel; cor; ran; vel; xa; qui; the; cla; ster; bri; fen; gil; hol; jun")
DRUG_ENDS = words("mab; nib; pril; olol; statin; gliptin; vir; cillin; azole; parib; sartan; oxetine; caine; dipine; parin; tide; zepam")
TOWN_ENDS = words("ford; ton; ham; bury; stad; ville; burg; wick; port; field; mouth; dale; ley; holm; grad")
FIRM_ENDS = words("Holdings; Motors; Airlines; Bank; Foods; Energy; Systems; Pharma; Logistics; Media; Steel; Group; Labs; Air; Partners; Industries; Software")
TEAM_ENDS = words("United; Rovers; City; Tigers; Wanderers; Athletic; Bears; Kings; Hornets; Town")


def coined(r: random.Random, low: int = 1, high: int = 2) -> str:
    return "".join(r.choice(SYLLABLES) for _ in range(r.randint(low, high)))


def drug(r):
    return coined(r) + r.choice(DRUG_ENDS)


def town(r):
    return r.choice(CITIES) if r.random() < 0.5 else (coined(r, 1, 2) + r.choice(TOWN_ENDS)).capitalize()


def firm(r):
    return coined(r, 2, 3).capitalize() + (" " + r.choice(FIRM_ENDS) if r.random() < 0.6 else "")


def team(r):
    return town(r) + " " + r.choice(TEAM_ENDS)


def person(r):
    return (r.choice(FIRST) + " " if r.random() < 0.6 else r.choice(["Mr ", "Ms ", "Dr ", "Senator ", "Judge ", "Professor "])) + r.choice(LAST)


def gene(r):
    letters = "".join(r.choice("ABCDEFGHIKLMNPRSTX") for _ in range(r.randint(2, 4)))
    letters = letters if r.random() < 0.6 else letters.capitalize()
    return letters + r.choice(["", "-"]) + str(r.randint(1, 20))


def distinct(make, r, count):
    """`count` different results of `make(r)`."""
    out = []
    while len(out) < count:
        new = make(r)
        if new not in out:
            out.append(new)
    return out


def arms(r: random.Random, domain: str, count: int) -> list[Noun]:
    """Different arms of one domain, some of them with invented names."""
    def one(r):
        if domain == "medicine" and r.random() < 0.4:
            return Noun(drug(r))
        if domain == "biology" and r.random() < 0.5:
            return Noun(gene(r))
        if domain == "technology" and r.random() < 0.25:
            return Noun(coined(r, 2, 3).capitalize() + r.choice(["", "Net", "-2", " 3", "DB", "Sort"]))
        if domain == "business" and r.random() < 0.3:
            return Noun(firm(r))
        return r.choice(DOMAINS[domain]["arms"])
    return distinct(one, r, count)
