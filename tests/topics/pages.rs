//! Claims with the pages that a library has on them, and what must come out.

use gainsay::domain::Verdict::{self, Contradicts as C, Supports as S, Undecided as U};

use crate::support::pages::Page;

/// A claim, its pages, the verdict that must come out.
pub type Case = (&'static str, &'static [Page], Verdict);

/// Written without regard to the rules, on topics that no other test has.
pub const TOPICS: &[Case] = &[
    // Economy
    (
        "Inflation in Turkey reached 85.5 percent in October 2022.",
        &[(
            "Reuters",
            "Turkish inflation climbs to 24-year high",
            "Turkey's annual inflation rose to 85.51% in October 2022, official data showed on Thursday, the highest since 1998. The lira has lost more than a third of its value this year.",
        )],
        S,
    ),
    (
        "Inflation in Turkey reached 85.5 percent in October 2022.",
        &[(
            "Reuters",
            "Turkish inflation slows",
            "Annual inflation in Turkey stood at 61.2% in October 2022, the statistics office said. Economists had expected 63%.",
        )],
        C,
    ),
    (
        "Microsoft agreed to buy Activision Blizzard for about $69 billion.",
        &[
            (
                "BBC",
                "Microsoft to buy games maker",
                "Microsoft plans to buy Activision Blizzard for $68.7bn, the largest deal in the history of gaming. The firm makes Call of Duty.",
            ),
            (
                "CNBC",
                "Activision deal",
                "Microsoft said on Tuesday it would acquire video game publisher Activision Blizzard in an all-cash deal valued at $68.7 billion.",
            ),
        ],
        S,
    ),
    (
        "Microsoft agreed to buy Activision Blizzard for about $69 billion.",
        &[(
            "CNBC",
            "Activision deal",
            "Microsoft will acquire the video game publisher Activision Blizzard for $45 billion, the companies said on Tuesday.",
        )],
        C,
    ),
    (
        "Germany's minimum wage rose to €12 an hour in 2022.",
        &[(
            "Deutsche Welle",
            "German minimum wage goes up",
            "The minimum wage in Germany was raised to 12 euros per hour in October 2022. About six million workers benefit.",
        )],
        S,
    ),
    (
        "Sri Lanka defaulted on its foreign debt in 2022.",
        &[(
            "AP",
            "Sri Lanka in crisis",
            "Sri Lanka did not default on its foreign debt in 2022, its central bank said, as lenders agreed to wait.",
        )],
        C,
    ),
    (
        "The company's profit fell by 20 percent in the third quarter.",
        &[(
            "Reuters",
            "Quarterly results",
            "The company's profit rose by 20 percent in the third quarter, helped by strong demand.",
        )],
        C,
    ),
    (
        "Iceland has exactly three commercial banks.",
        &[(
            "Bloomberg",
            "Banking in Iceland",
            "Iceland has four commercial banks, according to the central bank's register.",
        )],
        C,
    ),
    // Sports
    (
        "Argentina won the 2022 World Cup final on penalties.",
        &[(
            "BBC",
            "Argentina are champions",
            "Argentina beat France 4-2 on penalties to win the 2022 World Cup final in Lusail after a 3-3 draw.",
        )],
        S,
    ),
    (
        "Eliud Kipchoge ran the Berlin marathon in under 2 hours and 2 minutes in 2022.",
        &[(
            "Snopes",
            "Did Kipchoge wear illegal shoes?",
            "Claim: Eliud Kipchoge wore banned shoes in the 2022 Berlin marathon. Rating: False.",
        )],
        U,
    ),
    (
        "Serena Williams won 23 Grand Slam singles titles.",
        &[
            (
                "Snopes",
                "Did Serena Williams win 30 titles?",
                "A meme says that Serena Williams won 30 Grand Slam singles titles. Rating: False. The post was shared widely.",
            ),
            (
                "ESPN",
                "Serena Williams retires",
                "Serena Williams retires with 23 Grand Slam singles titles, one short of the record held by Margaret Court.",
            ),
        ],
        S,
    ),
    (
        "Serena Williams won 23 Grand Slam singles titles.",
        &[(
            "Snopes",
            "Did Serena Williams win 30 titles?",
            "A meme says that Serena Williams won 30 Grand Slam singles titles. Rating: False. The post was shared widely.",
        )],
        U,
    ),
    (
        "The club sold its stadium to the city.",
        &[(
            "Sky News",
            "Stadium stays with club",
            "The club denied reports that it had sold its stadium to the city. It will keep playing there next season.",
        )],
        C,
    ),
    (
        "About 1.5 billion people watched the final on television.",
        &[(
            "Reuters",
            "Audience figures",
            "Some 1.42 billion people watched the final on television, the federation said in its annual report.",
        )],
        S,
    ),
    // Law
    (
        "The Supreme Court struck down the student loan forgiveness plan.",
        &[(
            "NPR",
            "Student loan ruling",
            "The U.S. Supreme Court has struck down President Biden's student loan forgiveness plan, ruling 6-3 that he exceeded his authority.",
        )],
        S,
    ),
    (
        "The Supreme Court struck down the student loan forgiveness plan.",
        &[(
            "NPR",
            "Student loan ruling",
            "The Supreme Court upheld the student loan forgiveness plan in a 5-4 ruling on Friday.",
        )],
        C,
    ),
    (
        "The ordinance requires all restaurants to display calorie counts.",
        &[
            (
                "The Guardian",
                "Calorie rules explained",
                "The ordinance requires only restaurants with more than 20 branches to display calorie counts. Smaller restaurants need not.",
            ),
            (
                "AP",
                "What the ordinance says",
                "Some restaurants must display calorie counts under the ordinance; small ones are excepted.",
            ),
        ],
        C,
    ),
    (
        "The ordinance requires restaurants to display calorie counts.",
        &[(
            "AP",
            "What the ordinance says",
            "Restaurants with more than 20 branches must display calorie counts under the ordinance, which requires signs in plain sight.",
        )],
        S,
    ),
    (
        "The patent office rejected the application for the folding drone.",
        &[(
            "PolitiFact",
            "Was the folding drone patented?",
            "Claim: The patent office did not reject the application for the folding drone. Our ruling: False.",
        )],
        S,
    ),
    (
        "The patent office rejected the application for the folding drone.",
        &[(
            "PolitiFact",
            "Was the folding drone patent rejected?",
            "Claim: The patent office rejected the application for the folding drone. Our ruling: Mostly False.",
        )],
        C,
    ),
    (
        "The judge never served on a military court.",
        &[(
            "Reuters",
            "Profile of the judge",
            "Before her appointment the judge served on a military court for six years.",
        )],
        C,
    ),
    // Space
    (
        "India's Chandrayaan-3 landed near the Moon's south pole in August 2023.",
        &[
            (
                "BBC",
                "India makes historic landing",
                "India's Chandrayaan-3 spacecraft landed near the Moon's south pole on 23 August 2023, making India the fourth country to land on the Moon.",
            ),
            (
                "Full Fact",
                "Lunar image is not real",
                "An image said to show the Chandrayaan-3 landing is fake. It comes from a video game.",
            ),
        ],
        S,
    ),
    (
        "The James Webb telescope cost roughly $10 billion.",
        &[(
            "NASA",
            "Webb fact sheet",
            "The total cost of the James Webb Space Telescope is $9.7 billion over its life.",
        )],
        S,
    ),
    (
        "The James Webb telescope cost exactly $10 billion.",
        &[("NASA", "Webb fact sheet", "The James Webb Space Telescope cost $9.7 billion over its life.")],
        C,
    ),
    (
        "Pluto was classified as a dwarf planet in 2006.",
        &[(
            "Snopes",
            "Is Pluto a planet again?",
            "Claim: Scientists declared Pluto a full planet again in 2023. Rating: False.",
        )],
        U,
    ),
    (
        "The asteroid Bennu is about 490 meters wide.",
        &[(
            "NASA",
            "Bennu",
            "Bennu is a small near-Earth asteroid about 1,600 feet wide, a little wider than the Empire State Building is tall.",
        )],
        S,
    ),
    (
        "SpaceX launched 96 rockets in 2023.",
        &[("Reuters", "SpaceX year", "SpaceX launched 61 rockets in 2022, nearly twice as many as the year before.")],
        U,
    ),
    // Health
    (
        "Drinking bleach cures malaria.",
        &[(
            "Full Fact",
            "Bleach is no cure",
            "It is false that drinking bleach cures malaria. Health authorities warn that it can kill.",
        )],
        C,
    ),
    (
        "The World Health Organization declared mpox a global emergency in 2022.",
        &[(
            "PolitiFact",
            "Mpox emergency",
            "We rate the claim that the World Health Organization declared mpox a global emergency in 2022 True.",
        )],
        S,
    ),
    (
        "The hospital closed its maternity ward.",
        &[(
            "Snopes",
            "Hospital maternity ward",
            "Claim: The hospital closed its maternity ward. Rating: Mixture. The ward was closed for a month.",
        )],
        U,
    ),
    (
        "Measles cases in Europe rose by more than 30 percent in 2023.",
        &[(
            "WHO",
            "Measles in the European region",
            "Measles cases in Europe rose by 45% in 2023 compared with the year before.",
        )],
        S,
    ),
    (
        "The new malaria vaccine is 75 percent effective in children.",
        &[(
            "BBC",
            "Malaria vaccine",
            "The new malaria vaccine was 36 percent effective in children over four years, researchers said.",
        )],
        C,
    ),
    // Climate
    (
        "July 2023 was the hottest month on record.",
        &[(
            "NPR",
            "Record heat",
            "July 2023 was the hottest month ever recorded on Earth, scientists of the EU's Copernicus service said.",
        )],
        S,
    ),
    (
        "Norway phased out coal mining on Svalbard.",
        &[("Snopes", "Coal on Svalbard", "FALSE: Claim that Norway did not phase out coal mining on Svalbard.")],
        S,
    ),
    (
        "Wind turbines supplied 60% of Denmark's electricity.",
        &[(
            "AFP Fact Check",
            "Danish wind power",
            "A post claims wind turbines supplied 60% of Denmark's electricity. This is misleading.",
        )],
        C,
    ),
    (
        "The glacier lost some of its ice in 2021.",
        &[("The Guardian", "Glacier watch", "The glacier lost ice in 2021, about two per cent of its volume.")],
        S,
    ),
    (
        "The city planted 50,000 trees last decade.",
        &[("Reuters", "City trees", "The city planted 12,000 trees last decade, far fewer than it had promised.")],
        C,
    ),
    (
        "No country has banned petrol lawnmowers.",
        &[("BBC", "Lawnmowers", "Two countries have banned petrol lawnmowers, a survey shows.")],
        C,
    ),
    // Technology
    (
        "The phone's battery lasts 30 hours.",
        &[("The Verge", "Phone review", "In our test the phone's battery lasts 14 hours with normal use.")],
        C,
    ),
    (
        "Twitter was renamed X in July 2023.",
        &[("CNN", "Twitter is now X", "Twitter was renamed X on 24 July 2023, replacing its bird logo.")],
        S,
    ),
    (
        "OpenAI open-sourced the weights of GPT-4.",
        &[("Reuters", "GPT-4", "OpenAI has not open-sourced the weights of GPT-4, citing safety and competition.")],
        C,
    ),
    (
        "The data center uses 5 million litres of water a day.",
        &[("Wired", "Thirsty servers", "The data center uses 1.3 million gallons of water a day, documents show.")],
        S,
    ),
    (
        "Roughly 2,000 employees left the chip maker.",
        &[("Snopes", "Chip maker rumor", "TRUE: Claim that roughly 2,000 employees left the chip maker.")],
        S,
    ),
    (
        "The app collects location data from only adult users.",
        &[(
            "Wired",
            "App privacy",
            "The app collects location data from adult users and from children, its filings show.",
        )],
        C,
    ),
    // History
    (
        "The Suez Canal was opened in 1869.",
        &[(
            "Britannica",
            "Suez Canal",
            "The Suez Canal was officially opened on November 17, 1869, after ten years of building.",
        )],
        S,
    ),
    (
        "The Suez Canal was opened in 1869.",
        &[("Some Blog", "Suez Canal", "The Suez Canal was opened in 1882, a ship owner wrote.")],
        C,
    ),
    (
        "Napoleon was born in Corsica.",
        &[(
            "Britannica",
            "Napoleon's hats",
            "Napoleon owned more than a hundred hats, of which some twenty are left in museums.",
        )],
        U,
    ),
    (
        "The treaty ended the war between the two kingdoms.",
        &[(
            "Britannica",
            "A peace",
            "The treaty did not end the war between the two kingdoms, which went on for nine years.",
        )],
        C,
    ),
    (
        "Women in Switzerland have been able to vote in federal elections since 1971.",
        &[("Swissinfo", "Votes for women", "Swiss women gained the right to vote in federal elections in 1971.")],
        S,
    ),
    (
        "The cathedral's spire is 157 metres tall.",
        &[
            ("Snopes", "Cathedral sold?", "Claim: The cathedral was sold to an investor. Rating: False."),
            ("DW", "Cathedral", "At 157 metres, the cathedral's spire is the second tallest in Europe."),
        ],
        S,
    ),
];

/// A second set in the manner of spec.md's table: pictures, scopes, sums, checks of other numbers.
pub const MORE: &[Case] = &[
    // Pictures of a thing, the thing, and the thing given up
    (
        "The old power station is being turned into a 12-screen cinema.",
        &[
            (
                "Snopes",
                "Is this picture of the power station cinema real?",
                "A picture that shows the finished cinema in the old power station was generated by AI. Rating: Fake.",
            ),
            (
                "BBC",
                "Power station to become cinema",
                "Work has begun to turn the old power station into a cinema with 12 screens, the developer said.",
            ),
            (
                "The Guardian",
                "A cinema among turbines",
                "The old power station will house a 12-screen cinema from 2027, according to plans shown to the council.",
            ),
        ],
        S,
    ),
    (
        "The old power station is being turned into a 12-screen cinema.",
        &[
            (
                "Snopes",
                "Power station cinema",
                "FALSE: Claim that the old power station is being turned into a 12-screen cinema. The owner dropped the idea.",
            ),
            (
                "BBC",
                "Cinema plan scrapped",
                "Plans to turn the old power station into a 12-screen cinema have been scrapped.",
            ),
            (
                "The Guardian",
                "No cinema among turbines",
                "The old power station will not be turned into a cinema after all, its owner said.",
            ),
        ],
        C,
    ),
    (
        "Oakland is building a 35,000-seat ballpark at the waterfront.",
        &[
            (
                "PolitiFact",
                "Viral video of ballpark",
                "A viral video of the Oakland waterfront ballpark is not authentic. We rate it Pants on Fire.",
            ),
            (
                "NPR",
                "Ballpark rises in Oakland",
                "Crews in Oakland are building a 35,000-seat ballpark on the waterfront.",
            ),
        ],
        S,
    ),
    (
        "Oakland is building a 35,000-seat ballpark at the waterfront.",
        &[(
            "PolitiFact",
            "Viral video of ballpark",
            "A viral video of the Oakland waterfront ballpark is not authentic. We rate it Pants on Fire.",
        )],
        U,
    ),
    (
        "Oakland is building a 35,000-seat ballpark at the waterfront.",
        &[
            (
                "AP",
                "Oakland ballpark",
                "Oakland has cancelled its plan to build a 35,000-seat ballpark at the waterfront.",
            ),
            (
                "Reuters",
                "Ballpark off",
                "Oakland is no longer building the waterfront ballpark, the mayor said on Monday.",
            ),
        ],
        C,
    ),
    // Scope
    (
        "The trade agreement frees farmers from its customs duties.",
        &[
            (
                "Reuters",
                "What farmers gain",
                "Farmers are free from customs duties on grain and milk under the trade agreement.",
            ),
            (
                "BBC",
                "Trade agreement explained",
                "Under the trade agreement farmers do not have to pay certain customs duties.",
            ),
        ],
        S,
    ),
    (
        "The trade agreement frees farmers from all its customs duties.",
        &[
            ("Reuters", "What farmers gain", "The trade agreement frees farmers from some customs duties only."),
            (
                "BBC",
                "Trade agreement explained",
                "Under the trade agreement farmers are freed from certain customs duties, not all.",
            ),
        ],
        C,
    ),
    (
        "Every bus in Santiago runs on electricity.",
        &[(
            "Reuters",
            "Buses of Santiago",
            "About a third of the buses in Santiago run on electricity, the transport ministry said.",
        )],
        C,
    ),
    (
        "Buses in Santiago run on electricity.",
        &[("Reuters", "Buses of Santiago", "Some buses in Santiago run on electricity, the transport ministry said.")],
        S,
    ),
    (
        "The vaccine always prevents infection.",
        &[(
            "WHO",
            "How well it works",
            "The vaccine does not always prevent infection, but it lowers the risk of severe illness.",
        )],
        C,
    ),
    (
        "The museum has never lent the painting.",
        &[("BBC", "Painting travels", "The museum lent the painting to Tokyo in 1974, its archive shows.")],
        C,
    ),
    (
        "All of the refinery's workers were evacuated.",
        &[("AP", "Refinery fire", "Most of the refinery's workers were evacuated, but some stayed to fight the fire.")],
        C,
    ),
    // Sums and amounts
    (
        "The charity collected approximately €40 million for the victims.",
        &[(
            "Deutsche Welle",
            "Donations",
            "The charity has collected 37.5 million euros for the victims of the flood.",
        )],
        S,
    ),
    (
        "The charity collected approximately €40 million for the victims.",
        &[("Deutsche Welle", "Donations", "The charity has collected 21 million euros for the victims of the flood.")],
        C,
    ),
    (
        "The city spent precisely $2.4 million on the fountain.",
        &[("AP", "Fountain bill", "The city spent $2.5 million on the fountain, records show.")],
        C,
    ),
    (
        "The city spent $2.4 million on the fountain.",
        &[("AP", "Fountain bill", "The city spent $2,400,000 on the fountain, records show.")],
        S,
    ),
    (
        "Nearly 600 people were injured in the earthquake.",
        &[("Reuters", "Quake toll", "The earthquake injured 577 people, the health ministry said.")],
        S,
    ),
    (
        "Nearly 600 people were injured in the earthquake.",
        &[("Reuters", "Quake toll", "The earthquake injured 190 people, the health ministry said.")],
        C,
    ),
    (
        "The storm left about 1.2 million homes without power.",
        &[("NPR", "Storm", "More than 1.1 million homes were left without power by the storm.")],
        S,
    ),
    (
        "The pipeline is 1,200 km long.",
        &[("Reuters", "Pipeline facts", "The pipeline is 746 miles long and carries gas to the coast.")],
        S,
    ),
    (
        "The satellite weighs 2 tonnes.",
        &[("BBC", "Satellite launched", "The satellite weighs 2,000 kg and will study clouds.")],
        S,
    ),
    (
        "The satellite weighs 2 tonnes.",
        &[("BBC", "Satellite launched", "The satellite weighs 850 kg and will study clouds.")],
        C,
    ),
    (
        "The tower has 61 floors.",
        &[("The Guardian", "Tower", "The 300-metre tower was finished in 2020 and cost £400 million.")],
        U,
    ),
    (
        "Unemployment stood at 4.1 percent in May 2019.",
        &[("Reuters", "Jobs", "Unemployment stood at 9.6 percent in May 2020.")],
        U,
    ),
    (
        "More than half of voters backed the reform.",
        &[("BBC", "Referendum", "Some 38% of voters backed the reform in the referendum on Sunday.")],
        C,
    ),
    // Checks of other claims beside primary sources, and alone
    (
        "Ford recalled 870,000 pickup trucks in 2023.",
        &[
            (
                "Snopes",
                "Did Ford recall 5 million trucks?",
                "Claim: Ford recalled 5 million pickup trucks in 2023. Rating: False.",
            ),
            (
                "Reuters",
                "Ford recall",
                "Ford is recalling more than 870,000 pickup trucks in 2023 over a parking brake, U.S. regulators said.",
            ),
        ],
        S,
    ),
    (
        "Ford recalled 870,000 pickup trucks in 2023.",
        &[(
            "Snopes",
            "Did Ford recall 5 million trucks?",
            "Claim: Ford recalled 5 million pickup trucks in 2023. Rating: False.",
        )],
        U,
    ),
    (
        "Ford recalled 870,000 pickup trucks in 2023.",
        &[(
            "Snopes",
            "Did Ford recall 870,000 trucks?",
            "Claim: Ford recalled 870,000 pickup trucks in 2023. Rating: True.",
        )],
        S,
    ),
    (
        "Ford recalled 870,000 pickup trucks in 2023.",
        &[("Full Fact", "Ford recall", "The claim that Ford did not recall 870,000 pickup trucks in 2023 is false.")],
        S,
    ),
    (
        "Ford recalled 870,000 pickup trucks in 2023.",
        &[("Full Fact", "Ford recall", "The claim that Ford recalled 870,000 pickup trucks in 2023 is incorrect.")],
        C,
    ),
    (
        "The airline cancelled 300 flights in June.",
        &[
            (
                "AFP Fact Check",
                "Airline flights",
                "Posts on social media claim that the airline cancelled 3,000 flights in June. The posts are false.",
            ),
            ("Reuters", "Airline in trouble", "The airline cancelled 310 flights in June because of a strike."),
        ],
        S,
    ),
    (
        "The airline cancelled 300 flights in June.",
        &[(
            "AFP Fact Check",
            "Airline flights",
            "Posts on social media claim that the airline cancelled 3,000 flights in June. The posts are false.",
        )],
        U,
    ),
    (
        "Finland closed its border with Russia.",
        &[(
            "Snopes",
            "Did Finland close its border with Russia?",
            "What's True: Finland closed some crossings. What's False: It did not close all. Rating: Mixture.",
        )],
        U,
    ),
    (
        "Finland closed its border with Russia.",
        &[(
            "Reuters",
            "Finland shuts crossings",
            "Finland has closed its border with Russia, the prime minister said on Tuesday.",
        )],
        S,
    ),
    (
        "Finland closed its border with Russia.",
        &[("Reuters", "Crossings", "Finland keeps its border with Russia open, the prime minister said on Tuesday.")],
        C,
    ),
    (
        "The actor donated his salary to a children's hospital.",
        &[(
            "PolitiFact",
            "Actor's salary",
            "Did the actor donate his salary to a children's hospital? There is no evidence that the actor donated his salary to a children's hospital. We rate this False.",
        )],
        C,
    ),
    (
        "The actor donated his salary to a children's hospital.",
        &[("AP", "Charity", "The actor gave his salary to a children's hospital in Ohio, the hospital confirmed.")],
        S,
    ),
    (
        "The bacteria survive on Mars.",
        &[("Snopes", "Mars bacteria", "Claim: NASA hid photos of bacteria on Mars. Rating: False.")],
        U,
    ),
    (
        "The university admitted no women before 1920.",
        &[("BBC", "University history", "The university admitted its first women in 1893, records show.")],
        C,
    ),
    (
        "The lake froze over completely in 2012.",
        &[("DW", "Winter on the lake", "The lake froze over only partly in 2012, the weather service recalled.")],
        C,
    ),
    (
        "The company will not sell its Lisbon factory.",
        &[(
            "Bloomberg",
            "Factory deal",
            "The company will sell its Lisbon factory to a rival, it announced on Friday.",
        )],
        C,
    ),
    (
        "The company will not sell its Lisbon factory.",
        &[("Full Fact", "Lisbon factory", "FALSE: Claim that the company will sell its Lisbon factory.")],
        S,
    ),
    (
        "Sweden joined NATO in March 2024.",
        &[
            ("BBC", "Sweden in NATO", "Sweden officially joined NATO on 7 March 2024 as its 32nd member."),
            ("Snopes", "NATO map", "A map that shows NATO bases in Sweden is fake."),
        ],
        S,
    ),
    (
        "Sweden joined NATO in March 2024.",
        &[("Reuters", "NATO", "Sweden has still not joined NATO, diplomats said in March 2024.")],
        C,
    ),
    (
        "Bitcoin lost around two thirds of its value in 2022.",
        &[("CNBC", "Bitcoin", "Bitcoin lost 64% of its value in 2022, its second worst year.")],
        S,
    ),
];

/// A third set: longer pages, other ratings, other turns of phrase.
pub const STILL_MORE: &[Case] = &[
    (
        "Portugal decriminalised the possession of all drugs in 2001.",
        &[(
            "BBC",
            "Portugal's drug policy",
            "In 2001 Portugal became the first European country to decriminalise possession of all drugs. Dealers still go to prison.",
        )],
        S,
    ),
    (
        "Portugal decriminalised the possession of all drugs in 2001.",
        &[(
            "BBC",
            "Portugal's drug policy",
            "In 2001 Portugal decriminalised possession of certain drugs only. Dealers still go to prison.",
        )],
        C,
    ),
    (
        "The Golden Gate Bridge is 1.7 miles long.",
        &[(
            "NPR",
            "Bridge facts",
            "The Golden Gate Bridge is 2.7 kilometres long. It was opened in 1937 and is painted orange.",
        )],
        S,
    ),
    (
        "The Golden Gate Bridge is 1.7 miles long.",
        &[(
            "NPR",
            "Bridge facts",
            "The Golden Gate Bridge is 5.2 kilometres long. It was opened in 1937 and is painted orange.",
        )],
        C,
    ),
    (
        "A bakery in Leeds sells insect bread.",
        &[(
            "Snopes",
            "Is insect bread sold in Leeds?",
            "Claim: A bakery in Leeds sells insect bread. Rating: Correct Attribution. Rating: True. The owner bakes it from cricket flour.",
        )],
        S,
    ),
    (
        "A bakery in Leeds sells insect bread.",
        &[(
            "Snopes",
            "Is insect bread sold in Leeds?",
            "Claim: A bakery in Leeds sells insect bread. Rating: Unproven.",
        )],
        U,
    ),
    (
        "Tuna contains more protein than beef.",
        &[(
            "Full Fact",
            "Protein in tuna",
            "Our verdict: True. The claim that tuna contains more protein than beef is accurate.",
        )],
        S,
    ),
    (
        "Tuna contains more protein than beef.",
        &[("Full Fact", "Protein in tuna", "The claim that tuna contains more protein than beef is mostly false.")],
        C,
    ),
    (
        "The senator was arrested in Miami.",
        &[(
            "AFP Fact Check",
            "Old clip of arrest",
            "A video clip shared online does not show the senator's arrest in Miami. It shows an actor in a film.",
        )],
        U,
    ),
    (
        "The senator was arrested in Miami.",
        &[
            (
                "AFP Fact Check",
                "Old clip of arrest",
                "A video clip shared online does not show the senator's arrest in Miami. It shows an actor in a film.",
            ),
            ("Reuters", "Senator arrested", "Police in Miami arrested the senator on Saturday on charges of fraud."),
        ],
        S,
    ),
    (
        "The government raised the retirement age to 67.",
        &[(
            "The Guardian",
            "Pensions",
            "The government has raised the retirement age from 65 to 67, a change that takes effect next year.",
        )],
        S,
    ),
    (
        "The government raised the retirement age to 67.",
        &[(
            "The Guardian",
            "Pensions",
            "The government has lowered the retirement age to 62, keeping a promise to the unions.",
        )],
        C,
    ),
    (
        "The government raised the retirement age to 67.",
        &[("The Guardian", "Pensions", "The government has dropped its plan to raise the retirement age to 67.")],
        C,
    ),
    (
        "The heat wave killed about 1,000 people in Spain.",
        &[("WHO", "Heat deaths", "Around 1,100 deaths in Spain were attributed to the heat wave.")],
        S,
    ),
    (
        "The heat wave killed about 1,000 people in Spain.",
        &[("WHO", "Heat deaths", "Around 180 deaths in Spain were attributed to the heat wave.")],
        C,
    ),
    (
        "The heat wave killed about 1,000 people in Spain.",
        &[("WHO", "Heat deaths", "Around 180 deaths in Portugal were attributed to the heat wave.")],
        U,
    ),
    (
        "Ireland's parliament rejected the tax bill.",
        &[("Reuters", "Tax bill", "Ireland's parliament passed the tax bill by 80 votes to 70.")],
        C,
    ),
    (
        "Ireland's parliament rejected the tax bill.",
        &[("Reuters", "Tax bill", "Ireland's parliament voted down the tax bill by 80 votes to 70.")],
        S,
    ),
    (
        "The telescope discovered water vapour on an exoplanet.",
        &[(
            "NASA",
            "Water on a distant world",
            "The telescope found water vapour in the air of an exoplanet 120 light years away.",
        )],
        S,
    ),
    (
        "The telescope discovered water vapour on an exoplanet.",
        &[("NASA", "No water on a distant world", "The telescope found no water vapour on the exoplanet.")],
        C,
    ),
    (
        "Nobody died in the ferry accident.",
        &[("AP", "Ferry accident", "Three people died in the ferry accident off the coast, the coast guard said.")],
        C,
    ),
    (
        "Nobody died in the ferry accident.",
        &[("AP", "Ferry accident", "No one died in the ferry accident off the coast, the coast guard said.")],
        S,
    ),
    (
        "The bank laid off 900 employees.",
        &[(
            "Bloomberg",
            "Bank job cuts",
            "The bank is cutting 900 jobs, it said on Thursday. Most of the employees laid off work in London.",
        )],
        S,
    ),
    (
        "The bank laid off 900 employees.",
        &[(
            "PolitiFact",
            "Did the bank lay off 9,000 employees?",
            "A viral post says the bank laid off 9,000 employees. We rate that False.",
        )],
        U,
    ),
    (
        "The bank laid off 900 employees.",
        &[(
            "PolitiFact",
            "Did the bank lay off 900 employees?",
            "A viral post says the bank laid off 900 employees. We rate that False.",
        )],
        C,
    ),
    (
        "Ticket prices rose by $15 at the festival.",
        &[("CNBC", "Festival tickets", "Festival ticket prices rose by 15 dollars this summer.")],
        S,
    ),
    (
        "Ticket prices rose by $15 at the festival.",
        &[("CNBC", "Festival tickets", "Festival ticket prices rose by 15 percent this summer.")],
        U,
    ),
    (
        "The company was founded in 1994.",
        &[("CNBC", "Company profile", "Founded in 1994 as a bookseller, the company now sells everything.")],
        S,
    ),
    (
        "The company was founded in 1994.",
        &[("CNBC", "Company profile", "The company was founded in 1987 as a bookseller.")],
        C,
    ),
    (
        "Most glaciers in the Alps are shrinking.",
        &[("The Guardian", "Alpine ice", "Nearly 90% of glaciers in the Alps are shrinking, a study found.")],
        S,
    ),
    (
        "Most glaciers in the Alps are shrinking.",
        &[("The Guardian", "Alpine ice", "Only 10% of glaciers in the Alps are shrinking, a study found.")],
        C,
    ),
    (
        "The court fined the airline $3.2m.",
        &[(
            "Reuters",
            "Airline fined",
            "A court has ordered the airline to pay a fine of 3.2 million dollars for late refunds.",
        )],
        S,
    ),
    (
        "The court fined the airline $3.2m.",
        &[(
            "Reuters",
            "Airline fined",
            "A court has ordered the airline to pay a fine of 1.1 million dollars for late refunds.",
        )],
        C,
    ),
    (
        "Japan's population shrank by 0.5 percent in 2022.",
        &[(
            "NPR",
            "Japan shrinks",
            "Japan's population fell 0.5% in 2022, the government said, the twelfth fall in a row.",
        )],
        S,
    ),
    (
        "The mayor banned electric scooters from the old town.",
        &[(
            "Snopes",
            "Scooters banned?",
            "It is not true that the mayor has not banned electric scooters from the old town.",
        )],
        S,
    ),
    (
        "The mayor banned electric scooters from the old town.",
        &[("BBC", "Scooters", "The mayor has allowed electric scooters in the old town.")],
        C,
    ),
    (
        "The city's subway runs 24 hours a day.",
        &[("AP", "Night trains", "The city's subway closes at midnight and opens again at five.")],
        U,
    ),
    (
        "Beethoven wrote nine symphonies.",
        &[("BBC", "Beethoven", "Beethoven wrote 9 symphonies, the last of them when he was deaf.")],
        S,
    ),
    ("Beethoven wrote nine symphonies.", &[("BBC", "Beethoven", "Beethoven wrote 32 piano sonatas and one opera.")], U),
    (
        "The airport handled at least 50 million passengers in 2019.",
        &[("Reuters", "Airport", "The airport handled 61 million passengers in 2019.")],
        S,
    ),
    (
        "The airport handled at most 50 million passengers in 2019.",
        &[("Reuters", "Airport", "The airport handled 61 million passengers in 2019.")],
        C,
    ),
];

/// The eight cases of spec.md's table with other things in their places.
pub const TEMPLATES: &[Case] = &[
    (
        "The pier renovation project is part of plans to construct a 40,000-square-foot aquarium.",
        &[
            (
                "Snopes",
                "Aquarium image isn't real",
                "Rumored image of the planned pier aquarium isn't authentic. Fact-check verdict: Fake.",
            ),
            (
                "PBS",
                "Pier work begins",
                "The mayor insists the renovation of the pier is needed for adding the 40,000-square-foot aquarium.",
            ),
            (
                "BBC",
                "Pier closed",
                "Residents fear the new 40,000-sq-ft aquarium, planned in place of the old pier, will draw crowds.",
            ),
        ],
        S,
    ),
    (
        "The pier renovation project is part of plans to construct a 40,000-square-foot aquarium.",
        &[
            (
                "Snopes",
                "Pier aquarium claim",
                "Claim: The pier renovation project is part of plans to construct a 40,000-square-foot aquarium. Rating: False.",
            ),
            (
                "PBS",
                "Aquarium dropped",
                "The aquarium has been dropped from the pier renovation project, the mayor said.",
            ),
            ("BBC", "Pier", "The city no longer plans to construct a 40,000-sq-ft aquarium at the pier."),
        ],
        C,
    ),
    (
        "The Coastal Zone Act of 1972 exempts lighthouses from its requirements.",
        &[
            ("Bloomberg", "Lighthouses and the law", "Lighthouses are exempt under the 1972 Coastal Zone Act."),
            (
                "BBC",
                "Old lighthouses",
                "Lighthouses and piers are exempt from the permit requirements of the Coastal Zone Act.",
            ),
            (
                "PBS",
                "Lights on the coast",
                "The law doesn't apply to lighthouses, which have an exemption from the Coastal Zone Act of 1972.",
            ),
        ],
        S,
    ),
    (
        "The Coastal Zone Act of 1972 exempts lighthouses from all its requirements.",
        &[
            (
                "Bloomberg",
                "Lighthouses and the law",
                "Lighthouses are exempt from certain requirements of the 1972 Coastal Zone Act only.",
            ),
            (
                "BBC",
                "Old lighthouses",
                "The Coastal Zone Act exempts lighthouses from some requirements, but others still apply.",
            ),
            ("PBS", "Lights on the coast", "Not all requirements of the Coastal Zone Act are waived for lighthouses."),
        ],
        C,
    ),
    (
        "The relief fund received roughly £60 million in pledges.",
        &[("BBC", "Relief fund", "The relief fund has received £55 million in pledges so far.")],
        S,
    ),
    (
        "The relief fund received roughly £60 million in pledges.",
        &[("BBC", "Relief fund", "The relief fund has received £30 million in pledges so far.")],
        C,
    ),
    (
        "The relief fund received exactly £60 million in pledges.",
        &[("BBC", "Relief fund", "The relief fund has received £59 million in pledges so far.")],
        C,
    ),
    (
        "Renault delivered 2.1 million cars in 2021.",
        &[
            (
                "Snopes",
                "Did Renault deliver 4 million cars?",
                "FALSE: Claim that Renault delivered 4 million cars is fake.",
            ),
            ("Reuters", "Renault deliveries", "Renault delivered 2.12 million cars in 2021, the company said."),
        ],
        S,
    ),
    (
        "Renault delivered 2.1 million cars in 2021.",
        &[(
            "Snopes",
            "Did Renault deliver 4 million cars?",
            "FALSE: Claim that Renault delivered 4 million cars is fake.",
        )],
        U,
    ),
    (
        "Renault delivered 2.1 million cars in 2021.",
        &[
            (
                "Snopes",
                "Did Renault deliver 4 million cars?",
                "FALSE: Claim that Renault delivered 4 million cars is fake.",
            ),
            ("Reuters", "Renault deliveries", "Renault delivered 1.4 million cars in 2021, the company said."),
        ],
        C,
    ),
    (
        "The museum extension is part of plans to build a 500-seat concert hall.",
        &[
            (
                "PolitiFact",
                "Concert hall drawing",
                "A drawing of the museum's planned concert hall that circulates online is a hoax. Verdict: Fake.",
            ),
            (
                "NPR",
                "Museum extension",
                "The museum extension makes room for a 500-seat concert hall, its director said.",
            ),
        ],
        S,
    ),
    (
        "The museum extension is part of plans to build a 500-seat concert hall.",
        &[
            (
                "PolitiFact",
                "Concert hall",
                "FALSE: Claim that the museum extension is part of plans to build a 500-seat concert hall.",
            ),
            (
                "NPR",
                "Museum extension",
                "The 500-seat concert hall was scrapped and is no longer part of the museum extension.",
            ),
        ],
        C,
    ),
    (
        "The Data Act frees hospitals from its reporting duties.",
        &[
            ("Reuters", "Data Act", "Hospitals are exempt from reporting duties under the Data Act."),
            ("The Guardian", "Data Act", "Hospitals do not have to report under the Data Act, lawyers said."),
        ],
        S,
    ),
    (
        "The Data Act frees hospitals from every reporting duty.",
        &[("Reuters", "Data Act", "The Data Act frees hospitals from certain reporting duties, but not from all.")],
        C,
    ),
    (
        "Zenith shipped 45,000 telescopes in 2020.",
        &[("Full Fact", "Zenith telescopes", "Claim: Zenith did not ship 45,000 telescopes in 2020. Verdict: False.")],
        S,
    ),
    (
        "Zenith shipped 45,000 telescopes in 2020.",
        &[("Full Fact", "Zenith telescopes", "Claim: Zenith did not ship 45,000 telescopes in 2020. Verdict: True.")],
        C,
    ),
    (
        "Zenith shipped 45,000 telescopes in 2020.",
        &[("Full Fact", "Zenith telescopes", "Claim: Zenith shipped 45,000 telescopes in 2020. Verdict: Misleading.")],
        C,
    ),
    (
        "Zenith shipped 45,000 telescopes in 2020.",
        &[("Reuters", "Zenith", "Zenith shipped 44,800 telescopes in 2020 and 51,000 in 2021.")],
        S,
    ),
    (
        "Zenith shipped 45,000 telescopes in 2020.",
        &[("Reuters", "Zenith", "Zenith shipped 51,000 telescopes in 2021.")],
        U,
    ),
    (
        "The flood displaced approximately 80,000 residents of Kerala.",
        &[("Reuters", "Flood", "The flood displaced 74,000 residents of Kerala, officials said.")],
        S,
    ),
    (
        "The flood displaced approximately 80,000 residents of Kerala.",
        &[("Reuters", "Flood", "The flood displaced 40,000 residents of Kerala, officials said.")],
        C,
    ),
    (
        "The dam was completed in 1936.",
        &[
            ("PBS", "The great dam", "Workers completed the dam in 1936, two years early."),
            ("Snopes", "Bodies in the dam?", "Claim: Workers are buried in the concrete of the dam. Rating: False."),
        ],
        S,
    ),
];
