//! The phrases by which a sentence shows what it does, in groups; each group is a feature of the model.

/// A group's name in the model, and its phrases in lower case. A sentence is searched with a blank before and behind it.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    // The authors report what they found.
    ("we_found", &["we found", "we find", "we show", "we observe", "we demonstrate", "we identif", "we report", "we conclude", "we detect", "we discover", "we reveal", "we confirm", "we replicate", "we provide evidence", "we establish", "we also found", "we also find", "we also show", "we also observe", "we further show", "we then show", "we have shown", "we have found", "we obtain", "and find ", "and show ", "and found ", "to show that"]),
    // Results, findings or data say something.
    ("result_noun", &["results show", "results suggest", "results indicate", "results demonstrate", "results reveal", "results support", "results confirm", "results imply", "findings show", "findings suggest", "findings indicate", "findings demonstrate", "findings reveal", "findings support", "findings imply", "data show", "data suggest", "data indicate", "data demonstrate", "data reveal", "data support", "study shows", "study demonstrates", "study suggests", "study reveals", "study indicates", "analysis shows", "analysis reveal", "analysis indicat", "analysis suggest", "analyses reveal", "analyses show", "analyses suggest", "experiments show", "experiments demonstrate", "simulations show", "simulations indicate", "evidence that", "observations suggest", "observations indicate"]),
    // A result opens an interpretation.
    ("that_part", &["indicating", "suggesting", "showing that", "demonstrating", "revealing", "confirming", "implying", "consistent with"]),
    // Something had an outcome.
    ("showed", &[" showed ", " revealed ", " exhibited ", " displayed ", " yielded ", " resulted in ", " led to ", " produced ", " achieved ", " achieves ", " outperform", " exceeded ", " reached ", " was found ", " were found ", " was observed ", " were observed ", " was detected", " were detected ", " was seen ", " identified ", " demonstrated ", " indicated ", " confirmed ", " predicts ", " predicted "]),
    // One thing is set against another.
    ("compare", &["higher", "lower", "greater", "fewer", " more ", " less ", "larger", "smaller", "faster", "slower", "better", "worse", "stronger", "weaker", "increase", "decrease", "reduc", "improv", "enhanc", "attenuat", "elevated", "compared with", "compared to", "versus", " vs", "than ", "similar", "differ", "superior", "highest", "lowest", "most "]),
    // Things are related.
    ("assoc", &["associat", "correlat", "related to", "relationship", "predict", "depend", "linked to", "effect of", "effects of", "effect on", "impact on", "influence"]),
    // A test or an interval.
    ("signif", &["significant", " p <", " p<", " p =", "p=0", "confidence interval", " ci ", " ci:", "odds ratio", "hazard ratio", "±", " or =", " hr ", "r ="]),
    // Nothing was found.
    ("null", &["no significant", "not significant", "no difference", "did not ", "does not ", "do not ", "no evidence", "no association", "not associated", "no effect", "neither", "cannot", " not ", " nor "]),
    // One thing acts on another.
    ("acts", &["inhibits", "promotes", "requires", "is required", "mediates", "regulates", "induces", "contributes", "plays a", "leads to", "prevents", "improves", "reduces", "increases", "controls", "activates", "binds", "acts as", "encodes", "causes", "drives", "underl", "is necessary", "is sufficient", "affects", " can ", " are more ", " is more ", " are less ", " is less "]),
    // Something was done.
    ("done", &[" was performed", " were performed", " was used", " were used", " was measured", " were measured", " were collected", " were analy", " was analy", " were included", " were enrolled", " were recruited", " were assessed", " was assessed", " were randomi", " was conducted", " were conducted", " were obtained", " were treated", " were determined", " were examined", " were compared", " was compared", " were tested", " was tested", " was investigated", " were investigated", " were studied", " was studied", " were evaluated", " was evaluated", " were developed", " was developed", " was carried out", " were carried out", " were calculated", " were divided", " were administered", " were applied", " was applied", " were extracted", " were selected", " were asked", " are used", " is used", " are discussed", " is discussed", " are presented", " is presented", " was designed", " were computed", " was proposed", " were employed", " was employed", " were assigned"]),
    // The authors did something.
    ("we_do", &["we used", "we use ", "we performed", "we investigat", "we examin", "we analy", "we measured", "we develop", "we compared", "we compare ", "we sought", "we aim", "we tested", "we test ", "we studied", "we study", "we evaluat", "we assess", "we propose", "we present", "we introduce", "we describe", "we conducted", "we applied", "we apply ", "we construct", "we combine", "we explore", "we consider", "we formulate", "we adopt", "we employ", "we collected", "we review", "we discuss", "we outline", "we characteri", "we focus", "we define", "we estimate", "we calculated", "we address", "we provide", "we perform ", "we design", "we build", "we integrat", "we reconstruct", "we manipulat", "we model", "we simulate", "we searched", "we included", "we recruited"]),
    // An aim.
    ("aim", &[" aim", "objective", "purpose", "to determine", "to investigate", "to evaluate", "to examine", "to assess", "to explore", "to test ", "to understand", "to address", "to identify", "goal", "hypothesi", "whether ", " how "]),
    // The paper itself.
    ("paper", &["this paper", "this article", "this review", "in this work", "this study", "in this study", "present study", "here we", "here,", "the paper", "this report", "our method", "our approach", "our framework", "our model", "our algorithm", "our study", "our work", "this work"]),
    // What is still to do.
    ("future", &["further ", "future ", "needed", "warrant", "recommend", "should ", "need to", "needs to", "must ", "urgent", "call for", "necessary to", "will be ", "encourage", "warned", "opportunit"]),
    // What the work is good for.
    ("praise", &["implication", "insight", "framework", "basis for", "foundation", "new possibilities", "promising", "valuable", "resource", "useful", "understanding", "pave", "guide", "inform ", "novel", "opens", "open ", "tool", "important", "highlight", "emphasi", "underscore", "first ", "potential", "essential", "provides a", "provide a", "offer", "step toward", "contribut"]),
    // What is known or unknown.
    ("backgr", &[" have been ", " has been ", "is one of", "increasingly", "remain", "unclear", "unknown", "little is known", "poorly understood", "challenge", "widely", "commonly", "tradition", "recent", "previous", "existing", "current", "often ", "typically", "worldwide", "however", "despite", "although", "known to", "limited", "lack", "few studies", "debate", "important", "crucial", "critical", "major", "is essential", "controvers", "usually", "growing", "not been", "major cause", "prevalen"]),
    // A guess.
    ("hedge", &[" may ", " might ", " could ", "possibl", "perhaps", "likely", "appear", "seem"]),
    // A conclusion is drawn.
    ("conclud", &["in conclusion", "conclude", "taken together", "overall,", "in summary", "thus,", "therefore", "collectively", "these results", "these findings", "our results", "our findings", "these data", "together,", "thus "]),
    // Availability, dates and addresses.
    ("avail", &["available", "http", "open-source", "source code", "code and", "registration", "©", "license", "licence", "supplement", "doi", "@", "university", "department", "correspond", "received"]),
    // A caveat.
    ("caveat", &["limitation", "caution", "interpreted", "not challenge", "however", "nonetheless", "careful"]),
    // How a method works.
    ("structure", &["consists of", "comprises", "composed of", "based on", "is based", "utilizes", "employs", "combines", "integrates", "incorporat", "formalize", "treats", "aims to", "allows", "enables", "designed to", "method", "approach", "algorithm", "protocol", "scheme"]),
    // Who or what was studied.
    ("pop", &["participants", "patients", "adults", "sample of", "n =", "aged ", "years", "cohort", "dataset", "database", "surveys", "interviews", "samples"]),
];
